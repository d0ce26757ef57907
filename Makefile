# Targets for people and for CI. `make help` lists them.

GO         ?= go
FUZZTIME   ?= 8s
SOAKTIME   ?= 10m
VERSION    ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
STATICCHECK = honnef.co/go/tools/cmd/staticcheck@v0.8.2
SHA256      = $(shell command -v sha256sum >/dev/null && echo sha256sum || echo shasum -a 256)
PLATFORMS   = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

.PHONY: help test prepare check race steps conform fuzz bench-test soak bench build release rename clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | column -t -s "$$(printf '\t')"

test: prepare check race steps conform fuzz bench-test ## everything that a change must pass; installs what it needs as root with apt
	@echo "make test: all passed"

prepare: ## install or name what the tests need beside Go
	@scripts/prepare

check: ## gofmt, vet and staticcheck, in both modules
	@bad=$$(gofmt -l .); if [ -n "$$bad" ]; then echo "not formatted, run gofmt -w: $$bad"; exit 1; fi
	$(GO) vet ./...
	$(GO) vet -tags countsteps ./robotstxt
	$(GO) run $(STATICCHECK) ./...
	cd bench && $(GO) vet ./... && $(GO) run $(STATICCHECK) ./...

race: ## all tests, with the race detector
	$(GO) test -race ./...

steps: ## the tests that count the steps of matching
	$(GO) test -tags countsteps -run Steps -v ./robotstxt

conform: build ## the conformance vectors through the command's own protocol
	for d in rfc9309 google first-match; do \
		$(GO) run ./testkit/cmd/conform -dialect $$d -- bin/waymark check --ndjson --dialect $$d || exit 1; \
	done

fuzz: ## every fuzz target for FUZZTIME
	@scripts/fuzz $(FUZZTIME)

bench-test: ## the tests of the comparison, and one quick run of it
	cd bench && $(GO) test ./...
	cd bench && $(GO) run . -quick -json

soak: ## what takes longer: every fuzz target for SOAKTIME
	@scripts/fuzz $(SOAKTIME)

bench: ## the full comparison with the peers, as a table
	cd bench && $(GO) run .

build: ## build bin/waymark
	CGO_ENABLED=0 $(GO) build -trimpath -ldflags "-X main.release=$(VERSION)" -o bin/waymark ./cmd/waymark

release: ## cross-build for six platforms into dist/, with checksums
	@rm -rf dist && mkdir -p dist
	@for p in $(PLATFORMS); do \
		os=$${p%/*}; arch=$${p#*/}; ext=; [ $$os = windows ] && ext=.exe; \
		out=dist/waymark_$(VERSION)_$${os}_$$arch$$ext; \
		echo "$$out"; \
		CGO_ENABLED=0 GOOS=$$os GOARCH=$$arch $(GO) build -trimpath -ldflags "-s -w -X main.release=$(VERSION)" -o $$out ./cmd/waymark || exit 1; \
	done
	@cd dist && $(SHA256) waymark_* > SHA256SUMS && $(SHA256) --check --quiet SHA256SUMS && cat SHA256SUMS

rename: ## make rename MODULE=example.org/waymark: give the module another path
	@[ -n "$(MODULE)" ] || { echo "usage: make rename MODULE=example.org/waymark"; exit 2; }
	git ls-files -z '*.go' '*.mod' 'Makefile' '*.md' | xargs -0 perl -pi -e 's#waymark\.example#$(MODULE)#g'
	$(GO) build ./...

clean: ## remove what was built
	rm -rf bin dist
