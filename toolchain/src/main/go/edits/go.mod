module harrier.dev/edits

go 1.24
