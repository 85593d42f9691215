console.log("seeded");
