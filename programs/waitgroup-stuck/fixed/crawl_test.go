package fixed

import "testing"

func TestCrawl(t *testing.T) {
	crawl(map[string]string{"start": "end", "end": ""}, func(string) {})
}

func TestEach(t *testing.T) {
	<-each([]string{"a", "", "b"}, func(string) {})
}
