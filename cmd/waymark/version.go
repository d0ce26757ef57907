package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"waymark.example/aipref"
)

// release is the version of a release.
var release string // set by the linker, see Makefile

// versionCmd is "waymark version".
type versionCmd struct {
	JSON bool `name:"json" help:"Write JSON."`
}

func (versionCmd) Help() string {
	return `Examples:

    waymark version
    waymark version --json`
}

// A version is what is known of this program.
type version struct {
	Version  string `json:"version"`            // of the release, else of the module; "(devel)" for a build of a working tree
	Revision string `json:"revision,omitempty"` // of the repository
	Time     string `json:"time,omitempty"`     // of the revision
	Modified bool   `json:"modified"`           // whether the working tree differed from the revision
	Go       string `json:"go"`
	Platform string `json:"platform"`
	RFC      string `json:"rfc"`
	Vocab    string `json:"aipref_vocabulary"`
	Attach   string `json:"aipref_attachment"`
}

func thisVersion() version {
	v := version{
		Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		RFC: "RFC 9309", Vocab: aipref.VocabDraft, Attach: aipref.AttachDraft,
	}
	info, ok := debug.ReadBuildInfo()
	switch {
	case release != "":
		v.Version = release
	case ok && info.Main.Version != "":
		v.Version = info.Main.Version
	}
	if !ok {
		return v
	}
	for _, setting := range info.Settings {
		switch setting.Key {
		case "vcs.revision":
			v.Revision = setting.Value
		case "vcs.time":
			v.Time = setting.Value
		case "vcs.modified":
			v.Modified = setting.Value == "true"
		}
	}
	return v
}

func versionLine() string { return "waymark " + thisVersion().Version }

// Run shows the version.
func (c *versionCmd) Run(a *app) error {
	v := thisVersion()
	if c.JSON {
		return a.writeIndented(v)
	}
	fmt.Fprintf(a.out, "waymark %s\n", v.Version)
	if v.Revision != "" {
		modified := ""
		if v.Modified {
			modified = ", modified"
		}
		fmt.Fprintf(a.out, "revision %s (%s%s)\n", v.Revision, v.Time, modified)
	}
	fmt.Fprintf(a.out, "%s %s\n%s, %s, %s\n", v.Go, v.Platform, v.RFC, v.Vocab, v.Attach)
	return nil
}
