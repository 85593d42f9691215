namespace Warehouse.Sync;

public static class Program { public static void Main() { } }
