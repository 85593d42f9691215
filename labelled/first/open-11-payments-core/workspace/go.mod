module example.test/payments

go 1.22
