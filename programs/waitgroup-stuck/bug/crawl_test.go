package bug

import "testing"

func TestCrawl(t *testing.T) {
	crawl(map[string]string{"start": "end", "end": ""}, func(string) {})
}
