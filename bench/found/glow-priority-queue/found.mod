module github.com/chrislusf/glow

go 1.26.8
