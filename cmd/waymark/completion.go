package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/alecthomas/kong"

	"waymark.example/robotstxt"
)

// completionCmd is "waymark completion".
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"bash, zsh or fish."`
}

func (completionCmd) Help() string {
	return `Examples:

    source <(waymark completion bash)
    waymark completion zsh > "${fpath[1]}/_waymark"
    waymark completion fish > ~/.config/fish/completions/waymark.fish`
}

// Run writes the script.
func (c *completionCmd) Run(a *app) error {
	var grammar cli
	parser, err := newParser(&grammar, a.out, func(int) {})
	if err != nil {
		return err
	}
	commands := completions(parser.Model)
	switch c.Shell {
	case "zsh":
		zshScript(a.out, commands)
	case "fish":
		fishScript(a.out, commands)
	default:
		bashScript(a.out, commands)
	}
	return nil
}

// A wordSource says what a flag or an argument takes.
type wordSource int

const (
	anyWord wordSource = iota
	noWord             // a flag without a value
	someWords
	fileName
	crawlerName
)

// A completion is a flag, or the argument of a command.
type completion struct {
	names  []string // "--file", "-f"; none for an argument
	help   string
	source wordSource
	words  []string // of someWords
}

// A commandCompletion is a command with its flags, the ones that all commands have included.
type commandCompletion struct {
	name  string
	help  string
	flags []completion
	args  []completion
}

// completions returns what can be completed, from the grammar of the command line.
func completions(model *kong.Application) []commandCompletion {
	var commands []commandCompletion
	for _, node := range model.Children {
		c := commandCompletion{name: node.Name, help: node.Help}
		for _, flag := range append(append([]*kong.Flag{}, node.Flags...), model.Flags...) {
			if flag.Hidden {
				continue
			}
			names := []string{"--" + flag.Name}
			if flag.Short != 0 {
				names = append(names, "-"+string(flag.Short))
			}
			one := completion{names: names, help: flag.Help, source: noWord}
			if !flag.IsBool() {
				one.source, one.words = wordsOf(flag.Value, flag.PlaceHolder)
			}
			c.flags = append(c.flags, one)
		}
		for _, arg := range node.Positional {
			one := completion{help: arg.Help}
			one.source, one.words = wordsOf(arg, arg.Tag.PlaceHolder)
			c.args = append(c.args, one)
		}
		commands = append(commands, c)
	}
	return commands
}

// wordsOf tells from an enumeration or a placeholder what a value may be.
func wordsOf(value *kong.Value, placeholder string) (wordSource, []string) {
	switch placeholder {
	case "FILE":
		return fileName, nil
	case "CRAWLER":
		return crawlerName, nil
	case "DIALECT":
		return someWords, []string{robotstxt.RFC9309.String(), robotstxt.Google.String(), robotstxt.FirstMatch.String()}
	case "PURPOSE":
		return someWords, purposeNames()
	}
	if value.Enum != "" {
		return someWords, strings.Split(value.Enum, ",")
	}
	return anyWord, nil
}

// namesOf returns all names of the flags.
func namesOf(flags []completion) []string {
	var names []string
	for _, f := range flags {
		names = append(names, f.names...)
	}
	return names
}

func commandNames(commands []commandCompletion) []string {
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
	}
	return names
}

// bashScript writes functions for bash 3.2 and later that need no other package.
func bashScript(w *bufio.Writer, commands []commandCompletion) {
	names := commandNames(commands)
	fmt.Fprintf(w, `# bash completion for waymark; made by "waymark completion bash"
_waymark_words() { COMPREPLY=( $(compgen -W "$1" -- "$cur") ); }
_waymark_files() { COMPREPLY=( $(compgen -f -- "$cur") ); compopt -o filenames 2>/dev/null; }
_waymark_crawlers() { COMPREPLY=( $(compgen -W "$(waymark crawlers --names 2>/dev/null)" -- "$cur") ); }
_waymark() {
  local IFS=$'\n' cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}" cmd="" i
  if [ "$cur" = "=" ]; then cur=""
  elif [ "$prev" = "=" ] && [ "$COMP_CWORD" -ge 2 ]; then prev="${COMP_WORDS[COMP_CWORD-2]}"
  fi
  COMPREPLY=()
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "${COMP_WORDS[i]}" in
      %s) cmd="${COMP_WORDS[i]}"; break ;;
    esac
  done
  case "$cmd:$prev" in
`, strings.Join(names, "|"))
	for _, c := range commands {
		for _, f := range c.flags {
			if f.source == noWord {
				continue
			}
			var patterns []string
			for _, name := range f.names {
				patterns = append(patterns, c.name+":"+name)
			}
			fmt.Fprintf(w, "    %s) %s; return ;;\n", strings.Join(patterns, "|"), bashWords(f))
		}
	}
	fmt.Fprintf(w, "  esac\n  case \"$cmd:$cur\" in\n    :*) _waymark_words %s ;;\n", bashList(append(names, "--help", "--version")))
	for _, c := range commands {
		fmt.Fprintf(w, "    %s:-?*) _waymark_words %s ;;\n", c.name, bashList(namesOf(c.flags)))
		arg := ":"
		if len(c.args) > 0 && c.args[0].source != anyWord {
			arg = bashWords(c.args[0])
		}
		fmt.Fprintf(w, "    %s:*) %s ;;\n", c.name, arg)
	}
	w.WriteString("  esac\n}\ncomplete -F _waymark waymark\n")
}

// bashList returns words as one word that bash divides at line ends.
func bashList(words []string) string { return "$'" + strings.Join(words, `\n`) + "'" }

func bashWords(c completion) string {
	switch c.source {
	case someWords:
		return "_waymark_words " + bashList(c.words)
	case fileName:
		return "_waymark_files"
	case crawlerName:
		return "_waymark_crawlers"
	}
	return ":"
}
