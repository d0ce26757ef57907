package main

import (
	"strconv"

	"waymark.example/robotstxt"
)

// valueError returns why the value of a record cannot be read, or nil.
func valueError(k robotstxt.Kind, value string) (err error) {
	switch k {
	case robotstxt.CrawlDelay:
		_, err = robotstxt.ParseCrawlDelay(value)
	case robotstxt.RequestRate:
		_, err = robotstxt.ParseRequestRate(value)
	case robotstxt.VisitTime:
		_, err = robotstxt.ParseVisitTime(value)
	case robotstxt.CleanParam:
		_, err = robotstxt.ParseCleanParam(value)
	case robotstxt.ContentSignal:
		_, err = robotstxt.ParseContentSignal(value)
	}
	return err
}

func valueErrorText(k robotstxt.Kind, value string) string {
	if err := valueError(k, value); err != nil {
		return plain(err)
	}
	return ""
}

// valueWords says why the value of a record that is shown cannot be read, or "".
func valueWords(k robotstxt.Kind, value string) string {
	err := valueError(k, value)
	if err == nil {
		return ""
	}
	switch k {
	case robotstxt.CrawlDelay:
		if _, err := strconv.ParseFloat(value, 64); err == nil {
			return "not from 0 seconds to a year, ignored"
		}
		return "no number of seconds, ignored"
	case robotstxt.RequestRate:
		return "not of the form 1/10s or 1/10s 1300-1659, ignored"
	case robotstxt.VisitTime:
		return "not of the form 0600-0845, ignored"
	case robotstxt.CleanParam:
		return "not of the form ref&sid /path, ignored"
	}
	return "an entry is not of the form search=yes: it is ignored, any others count"
}
