package main

import (
	"bufio"
	"fmt"
	"strings"
)

// zshScript writes a function for zsh's completion system.
func zshScript(w *bufio.Writer, commands []commandCompletion) {
	w.WriteString(`#compdef waymark
# zsh completion for waymark; made by "waymark completion zsh"
_waymark_crawlers() {
  local -a names
  names=("${(@f)$(waymark crawlers --names 2>/dev/null)}")
  compadd -a names
}
_waymark() {
  local curcontext="$curcontext" state line
  typeset -A opt_args
  local -a commands
  commands=(
`)
	for _, c := range commands {
		fmt.Fprintf(w, "    %s\n", zshQuote(c.name+":"+strings.ReplaceAll(c.help, ":", `\:`)))
	}
	w.WriteString(`  )
  _arguments -C '(- *)--help[Show help.]' '(- *)--version[Show the version and exit.]' '1: :->command' '*:: :->arguments'
  case "$state" in
    command) _describe 'command' commands ;;
    arguments)
      case "$words[1]" in
`)
	for _, c := range commands {
		fmt.Fprintf(w, "        %s)\n          _arguments -S", c.name)
		for _, f := range c.flags {
			for _, name := range f.names {
				fmt.Fprintf(w, " \\\n            %s", zshQuote(zshFlag(name, f)))
			}
		}
		for _, arg := range c.args {
			fmt.Fprintf(w, " \\\n            %s", zshQuote("*:"+zshText(arg.help)+":"+zshAction(arg)))
		}
		w.WriteString(" ;;\n")
	}
	w.WriteString("      esac ;;\n  esac\n}\nif [ \"$funcstack[1]\" = \"_waymark\" ]; then _waymark \"$@\"; else compdef _waymark waymark; fi\n")
}

func zshFlag(name string, f completion) string {
	spec := "*" + name + "[" + zshText(f.help) + "]"
	if f.source == noWord {
		return spec
	}
	return spec + ":" + strings.TrimLeft(f.names[0], "-") + ":" + zshAction(f)
}

// zshText escapes what _arguments would read as syntax.
func zshText(s string) string {
	return strings.NewReplacer(":", `\:`, "[", `\[`, "]", `\]`).Replace(s)
}

func zshAction(c completion) string {
	switch c.source {
	case someWords:
		return "(" + strings.Join(c.words, " ") + ")"
	case fileName:
		return "_files"
	case crawlerName:
		return "_waymark_crawlers"
	}
	return " "
}

func zshQuote(s string) string { return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'" }

// fishScript writes commands for fish.
func fishScript(w *bufio.Writer, commands []commandCompletion) {
	names := strings.Join(commandNames(commands), " ")
	fmt.Fprintf(w, "# fish completion for waymark; made by \"waymark completion fish\"\ncomplete -c waymark -f\n")
	fmt.Fprintf(w, "complete -c waymark -n 'not __fish_seen_subcommand_from %s' -l help -d 'Show help.'\n", names)
	fmt.Fprintf(w, "complete -c waymark -n 'not __fish_seen_subcommand_from %s' -l version -d 'Show the version and exit.'\n", names)
	for _, c := range commands {
		fmt.Fprintf(w, "complete -c waymark -n 'not __fish_seen_subcommand_from %s' -a %s -d %s\n", names, c.name, fishQuote(c.help))
		seen := "-n '__fish_seen_subcommand_from " + c.name + "'"
		for _, f := range c.flags {
			line := "complete -c waymark " + seen
			for _, name := range f.names {
				if long, ok := strings.CutPrefix(name, "--"); ok {
					line += " -l " + long
				} else {
					line += " -s " + strings.TrimPrefix(name, "-")
				}
			}
			fmt.Fprintf(w, "%s%s -d %s\n", line, fishValue(f, true), fishQuote(f.help))
		}
		for _, arg := range c.args {
			if value := fishValue(arg, false); value != "" {
				fmt.Fprintf(w, "complete -c waymark %s%s\n", seen, value)
			}
		}
	}
}

// fishValue says what follows a flag, or what an argument may be.
func fishValue(c completion, flag bool) string {
	require := ""
	if flag {
		require = " -x"
	}
	switch c.source {
	case someWords:
		return require + " -a " + fishQuote(strings.Join(c.words, " "))
	case crawlerName:
		return require + " -a '(waymark crawlers --names 2>/dev/null)'"
	case fileName:
		if flag {
			return " -r -F"
		}
		return " -F"
	case anyWord:
		return require
	}
	return ""
}

func fishQuote(s string) string {
	return "'" + strings.NewReplacer(`\`, `\\`, "'", `\'`).Replace(s) + "'"
}
