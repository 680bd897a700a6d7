module bench/leaks/steady

go 1.26
