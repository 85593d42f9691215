print("daily")
