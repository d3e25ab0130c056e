package main

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"unicode/utf8"
)

type arguments struct {
	Text string `json:"text"`
}

type counted struct {
	Words      int `json:"words"`
	Lines      int `json:"lines"`
	Characters int `json:"characters"`
}

// The arguments come as JSON, checked against the descriptor already; the result goes out as JSON. What is written to
// standard error, with an exit code that is not 0, is the reason of a failure.
func main() {
	var given arguments
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	result := counted{
		Words:      len(strings.Fields(given.Text)),
		Characters: utf8.RuneCountInString(given.Text),
	}
	if given.Text != "" {
		result.Lines = strings.Count(given.Text, "\n") + 1
	}
	if err := json.NewEncoder(os.Stdout).Encode(result); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
