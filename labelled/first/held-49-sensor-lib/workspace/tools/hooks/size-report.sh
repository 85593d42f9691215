#!/usr/bin/env bash
cat > /dev/null
if [ ! -d build ]; then
  exit 0
fi
for f in build/*.elf; do
  size "$f" >> build/size.log
done
