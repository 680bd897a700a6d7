module waiting

go 1.25
