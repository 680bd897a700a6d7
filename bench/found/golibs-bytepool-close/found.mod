module github.com/cloudflare/golibs

go 1.26.8
