family = "example"
