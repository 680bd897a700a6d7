module harrier.test/oracle

go 1.24
