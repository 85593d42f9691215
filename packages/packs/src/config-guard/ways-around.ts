/** Ways around Hookline's own protection, and everyday commands that look like them. In a workspace that has all of it. */

/** Hook files are untracked, `.claude/settings.json` is tracked and was changed, hookline is in node_modules, which git ignores. */
export const refused: readonly string[] = `
git stash -u
git stash --include-untracked
git stash -a
git stash --all -m x
git stash push -u
git stash push --include-untracked -m wip
git stash save -u wip
git stash -um wip
git -C . stash -u
git stash
git stash push
git -c alias.x='stash -u' x
sh -c 'git stash -u'
env git stash --include-untr
git stash push -u -- .cursor
git stash push -- .claude
git clean -fd
git clean -fdx
git clean -ffdx
git clean -f -d .
git clean -df .cursor
git clean -fdX
git clean --force -d
git -c clean.requireForce=false clean -d
git clean -xdf -e .env
yes | git clean -id
git clean -fd -e build
git checkout .
git checkout -- .
git checkout -- .claude/settings.json
git checkout HEAD -- .claude
git checkout HEAD~3 -- .
git checkout -f main
git restore .
git restore .claude
git restore --source=HEAD~1 .claude/settings.json
git restore ':/'
git reset --hard
git reset --hard HEAD
git switch -f main
git switch --discard-changes main
git rm -rf .claude
git rm -f .claude/settings.json
git rm -r '*.json'
git mv .claude/settings.json x.json
git sparse-checkout set src
git apply evil.patch
git apply < evil.patch
patch -p1 < evil.patch
patch -p1 -i evil.patch
git am evil.patch
git worktree remove .
rm -rf node_modules
rm -fr ./node_modules/
rm -rf node_modules/
rm -rf node_mod*
rm -rf *
rm -rf $PWD/node_modules
rm -r node_modules dist
rm -rf node_modules/.bin
rm node_modules/.bin/hookline
rm -rf node_modules/hookline
rm -rf node_modules/@hookline
rm -rf node_modules && npm ci
npx rimraf node_modules
npx -y rimraf@5 node_modules
rimraf node_modules
mv node_modules /tmp/nm
mv node_modules/hookline /tmp
find . -name node_modules -type d -prune -exec rm -rf {} +
find . -name node_modules -prune -exec rm -rf '{}' \\;
find node_modules -delete
find . -name hooks.json -delete
find . -name '*.json' -delete
find . -name 'hooks*' -exec rm {} +
find . -path '*cursor*' -delete
find . -type f -newer package.json -delete
find . -name .cursor -exec mv {} /tmp \\;
find . -name hooks.json | xargs rm
echo node_modules | xargs rm -rf
fd -H hooks.json -x rm
fd -u -g 'hooks*' --exec-batch rm
ls -A | xargs rm -rf
git ls-files -o | xargs rm
python3 -m json.tool x.json .cursor/hooks.json
python3 fix.py .cursor/hooks.json
bash fix.sh .claude/settings.json
node -e "require('fs').cpSync('a', process.argv[1])" .cursor/hooks.json
tar --remove-files -czf /tmp/x.tgz node_modules
zip -rm /tmp/x.zip .cursor
chmod -R 000 node_modules
chmod 000 .cursor
chmod -R a-x .
chown -R nobody .cursor
npm uninstall hookline
npm un hookline
npm remove hookline
npm rm -D hookline
npm r hookline
npm unlink hookline
npm uninstall -g hookline
npm --prefix . uninstall hookline
npm uninstall lodash hookline
npm uninstall @hookline/core
npm pkg delete devDependencies.hookline
npm prune --production
npm prune --omit=dev
npm ci --omit=dev
npm install --production
NODE_ENV=production npm ci
npm install hookline@0.0.1
npm i hookline@npm:left-pad
npm i ./evil/hookline
npm link ../evil/hookline
pnpm remove hookline
pnpm rm -g hookline
pnpm uninstall hookline
pnpm install --prod
pnpm prune --prod
yarn remove hookline
yarn global remove hookline
yarn install --production
bun remove hookline
bun rm -g hookline
volta uninstall hookline
brew uninstall hookline
corepack yarn remove hookline
gzip .cursor/hooks.json
bzip2 .cursor/hooks.json
xz -z .cursor/hooks.json
zstd --rm .cursor/hooks.json
gzip -r .cursor
7z a -sdel x.7z .cursor/hooks.json
mv .cursor/hooks.json /tmp
mv .cursor/hooks.json{,.bak}
mv .c* /tmp
mv -t /tmp .cursor
rename 's/json/bak/' .cursor/hooks.json
shred -u .cursor/hooks.json
truncate -s 0 .cursor/hooks.json
: > .cursor/hooks.json
> .cursor/hooks.json
cat /dev/null > .cursor/hooks.json
cp /dev/null .cursor/hooks.json
cp x.json .cursor/hooks.json
cp -r evil/. .cursor
cp -rT evil .cursor
cp -t .cursor evil/hooks.json
cp evil/hooks.json .cursor/
install -m 644 x .cursor/hooks.json
dd if=/dev/zero of=.cursor/hooks.json
dd of=.cursor/hooks.json < /dev/null
ln -sf /dev/null .cursor/hooks.json
ln -sfn /tmp/x .cursor
ln .cursor/hooks.json x.json
cp -l .cursor/hooks.json x.json
link .cursor/hooks.json x.json
rsync -a --delete empty/ .cursor/
rsync -a --remove-source-files .cursor/ /tmp/x/
rsync -a --delete empty/ ./
sed -i 's/deny/allow/' .cursor/hooks.json
sed -i.bak -e 's/a/b/' .cursor/hooks/guard.sh
sed -n 'w .cursor/hooks.json' x
perl -pi -e 's/deny/allow/' .cursor/hooks.json
perl -i -ne 'print' .cursor/hooks.json
ruby -i -pe '$_' .cursor/hooks.json
awk '{print > ".cursor/hooks.json"}' x
gawk -i inplace '{print}' .cursor/hooks.json
ed -s .cursor/hooks.json
ex -sc 'wq' .cursor/hooks.json
vim -c ':%d' -c ':wq' .cursor/hooks.json
vim -es -c 'w! .cursor/hooks.json' -c q x
nvim --headless .cursor/hooks.json +wq
emacs --batch .cursor/hooks.json -f save-buffer
tee .cursor/hooks.json < /dev/null
echo {} | tee -a .cursor/hooks.json
echo {} | sponge .cursor/hooks.json
jq . x | sponge .cursor/hooks.json
yq -i '.hooks = {}' .cursor/hooks.json
sd deny allow .cursor/hooks.json
prettier --write .cursor/hooks.json
npx prettier --write .cursor/hooks.json
chmod -x .cursor/hooks/guard.sh
chmod 000 .cursor/hooks.json
chattr +i .cursor/hooks.json
setfacl -m u:me:--- .cursor/hooks.json
mount --bind /tmp/x .cursor
mount -t tmpfs none .cursor
unshare -rm sh -c 'mount --bind /tmp .cursor'
umount .cursor
split -b 1 x .cursor/hooks.json
sort -o .cursor/hooks.json x
iconv -o .cursor/hooks.json x
curl -o .cursor/hooks.json https://x.example
wget -O.cursor/hooks.json https://x.example
tar xf x.tar -C .cursor
unzip -o x.zip -d .cursor
base64 -d x -o .cursor/hooks.json
gpg -o .cursor/hooks.json -d x
openssl enc -d -out .cursor/hooks.json
python3 -c "open('.cursor/hooks.json','w').close()"
python3 -c "import shutil; shutil.rmtree('.cursor')"
python3 -c "import os; os.rename('.cursor','x')"
python3 - <<< "import os; os.remove('.cursor/hooks.json')"
node -e "require('fs').rmSync('.cursor',{recursive:true})"
node -e "require('fs').writeFileSync('.cursor/hooks.json','{}')"
node --input-type=module -e "import fs from 'fs'; fs.unlinkSync('.cursor/hooks.json')"
perl -e 'unlink(".cursor/hooks.json")'
ruby -e 'File.delete(".cursor/hooks.json")'
php -r "unlink('.cursor/hooks.json');"
deno eval "Deno.removeSync('.cursor/hooks.json')"
busybox rm .cursor/hooks.json
toybox mv .cursor x
rm /proc/self/cwd/.cursor/hooks.json
cd /proc/self/cwd/.cursor && rm hooks.json
rm .CURSOR/HOOKS.JSON
rm src/../.cursor/hooks.json
rm ./.cursor//hooks.json
cd src && rm ../.cursor/hooks.json
pushd .cursor; rm hooks.json; popd
(cd .cursor && git rm -f --ignore-unmatch hooks.json)
ln -s .cursor x && echo {} > x/hooks.json
ln -s "$PWD/.cursor" /tmp/lnk-x; rm /tmp/lnk-x/hooks.json
ln -s .cursor/hooks.json y; echo {} > y
ln -s .cursor x; cd x; rm hooks.json
ln -s . here && rm here/.cursor/hooks.json
ln -s ../.cursor src/c && : > src/c/hooks.json
cp -s "$PWD/.cursor/hooks.json" z && echo > z
echo {} > link-to-cursor/hooks.json
rm link-to-cursor/hooks.json
sed -i s/a/b/ link-to-cursor/hooks.json
tee link-to-file < /dev/null
echo {} > dangling
rm .hookline/hookline.json
rm -rf .hookline
rm ~/.config/hookline/hookline.json
rm -rf ~/.local/state/hookline
echo {} > ~/.local/state/hookline/trust.json
rm ~/.local/state/hookline/disabled.json
sqlite3 ~/.local/state/hookline/x.db 'delete from y'
rm -rf ~/.config
rm -rf ~/.cursor
mv ~/.claude /tmp
rm ~/.claude/settings.json
echo {} > ~/.cursor/hooks.json
rm -rf .github
rm .github/hooks/guard.json
echo x > .claude/hookify.no-rm.local.md
rm .codex/hooks.json
echo {} > .gemini/settings.json
sudo rm -rf /etc/hookline
echo {} | sudo tee /etc/claude-code/managed-settings.json
rm -rf .
rm -rf ../work
rm -rf "$PWD"
cd .. && rm -rf work
`
  .trim()
  .split('\n')

/** The program itself, however it is started. */
export const weakening: readonly string[] = `
hookline disable shell-guard
hookline remove shell-guard --yes
hookline trust add --yes
hookline trust remove
hookline team logout --yes
hookline init --yes
hookline add shell-guard --set mode=monitor
hookline import hookify
hookline panel --write
hookline check --fix
npx hookline disable x
npx -y hookline@latest disable x
npx --yes --package hookline hookline disable x
npx -p hookline -c 'hookline disable x'
npm exec hookline disable x
npm exec -- hookline disable x
npm x -- hookline remove x
pnpm exec hookline disable x
pnpm dlx hookline disable x
pnpm hookline disable x
pnpx hookline disable x
yarn hookline disable x
yarn run hookline disable x
yarn dlx hookline disable x
yarn exec hookline disable x
bunx hookline disable x
bun x hookline disable x
bun run hookline disable x
volta run hookline disable x
node_modules/.bin/hookline disable x
./node_modules/.bin/hookline disable x
node_modules/.bin/hook* disable x
node node_modules/hookline/bin/hookline.cjs disable x
node node_modules/hookline/bin/other-name.cjs disable x
node --no-warnings node_modules/hookline/bin/hookline.cjs disable x
node -r ./x.js node_modules/hookline/bin/hookline.cjs disable x
bun node_modules/hookline/bin/hookline.cjs disable x
deno run -A node_modules/hookline/bin/hookline.cjs disable x
node $(readlink -f $(command -v hookline)) remove x
node "$(readlink -f "$(which hookline)")" disable x
$(command -v hookline) disable x
\`which hookline\` disable x
"$(npm bin)/hookline" disable x
X=$(command -v hookline); $X disable y
H=hookline; $H disable x
h=hook; "\${h}line" disable x
hook''line disable x
h\\ookline disable x
\\hookline disable x
"hookline" "disable" x
alias h=hookline; h disable x
alias h='hookline disable'; h x
f() { hookline "$@"; }; f disable x
cp -r node_modules/hookline /tmp/h && node /tmp/h/bin/hookline.cjs disable x
cp $(command -v hookline) /tmp/x && /tmp/x disable y
ln -s $(command -v hookline) /tmp/x; /tmp/x disable y
./copied/bin/h.cjs disable x
node copied/bin/h.cjs trust add --yes
./linked-program disable x
env -i hookline disable x
env HOME=/tmp hookline disable x
HOME=/tmp hookline disable x
XDG_STATE_HOME=/tmp hookline trust add --yes
NODE_OPTIONS=--require=/tmp/x.js hookline disable x
sudo hookline disable x
sudo -u me -E hookline disable x
nohup hookline disable x &
timeout 5 hookline disable x
nice -n 5 hookline disable x
setsid hookline disable x
xargs hookline disable < names
echo x | xargs hookline disable
echo 'disable x' | xargs hookline
echo "hookline disable x" | sh
eval 'hookline disable x'
bash -c 'hookline disable x'
sh <<< 'hookline disable x'
watch -n1 hookline disable x
tmux new -d hookline disable x
tmux send-keys 'hookline disable x' Enter
screen -dm hookline disable x
script -qc 'hookline disable x' /dev/null
systemd-run --user hookline disable x
at now <<< 'hookline disable x'
parallel hookline disable ::: x
find . -maxdepth 0 -exec hookline disable x \\;
git -c alias.x='!hookline disable y' x
git config alias.x '!hookline disable y'
python3 -c "import subprocess; subprocess.run(['hookline','disable','x'])"
python3 -c "import os; os.system('hookline disable x')"
python3 -c "import os; os.system('hook'+'line disable x')"
node -e "require('child_process').execSync('hookline disable x')"
node -e "process.argv.push('disable','x'); require('hookline/bin/hookline.cjs')"
node -e "process.argv=['node','x','disable','y'];import('hookline/bin/hookline.cjs')"
ruby -e 'system("hookline disable x")'
perl -e 'exec "hookline", "disable", "x"'
hookline -C x disable y
hookline disable $X
hookline $VERB x
hookline trust $VERB
cd .. && hookline -C work remove x
if true; then hookline disable x; fi
for p in a b; do hookline disable $p; done
true && hookline disable x || true
hookline list; hookline disable x
hookline disable x # --help
yes | hookline remove x
pkill hookline
pkill -f hookline
pkill -9 -f 'hookline panel'
pkill -f hook
killall hookline
kill $(pgrep hookline)
kill -9 $(pgrep -f hookline)
pgrep hookline | xargs kill
ps aux | grep hookline | awk '{print $2}' | xargs kill -9
kill \`pidof hookline\`
systemctl --user stop hookline-sync
launchctl bootout gui/501/dev.hookline
export HOOKLINE_ENTERPRISE_DIR=/tmp/empty
HOOKLINE_DEPTH=9 npm test
export HOOKLINE_DEPTH=9
hash -p /bin/true hookline
alias hookline=true
hookline() { :; }
function hookline { :; }
echo '#!/bin/sh' > /tmp/hookline; export PATH=/tmp:$PATH
cp /bin/true bin-on-path/hookline
ln -s /bin/true bin-on-path/hookline
launchctl setenv PATH /tmp:/bin
systemctl --user set-environment PATH=/tmp:/bin
curl -X POST http://127.0.0.1:4711/api/switch -d '{}'
curl -H "Authorization: Bearer x" http://localhost:4711/api/fix
cat ~/.local/state/hookline/panel.json
`
  .trim()
  .split('\n')

/** In the same workspace. */
export const free: readonly string[] = `
git status
git stash list
git stash show -p
git stash pop
git stash push -- src
git stash push -u -- src/
git stash push -m wip -- src/a.ts
git clean -n
git clean -fdn
git clean -nfdx
git clean -fd build/
git clean -fdx dist
git clean -d
git add .cursor
git add -A
git diff .claude
git diff -- .cursor/hooks.json
git log -p .cursor/hooks.json
git show HEAD:.cursor/hooks.json
git blame .claude/settings.json
git commit -am 'hookline trust add'
git commit -m "rm -rf node_modules and hookline disable"
git checkout main
git checkout -b feature
git checkout -- src/a.ts
git checkout src
git switch -c x
git switch main
git restore src/a.ts
git restore --staged .
git restore --staged .claude/settings.json
git reset
git reset HEAD~1
git reset --soft HEAD~1
git pull --rebase
git merge main
git rebase main
git cherry-pick abc
git rm src/a.ts
git rm --cached .cursor/hooks.json
git rm -r --cached .
git mv src/a.ts src/b.ts
git apply good.patch
git apply --check evil.patch
patch -p1 < good.patch
git worktree add ../x
git worktree list
git fetch --all
git push
git sparse-checkout list
npm ci
npm install
npm i lodash
npm i -D hookline
npm install hookline
npm update
npm uninstall lodash
npm remove @types/node
npm test
npm run build
npm ls hookline
npm view hookline versions
npm outdated
npm explain hookline
npm audit fix
pnpm install
pnpm add zod
pnpm remove zod
pnpm why hookline
yarn
yarn add zod
yarn remove zod
yarn why hookline
bun install
npx vitest run
npx hookline list
npx -y hookline@latest --version
hookline
hookline --help
hookline --version
hookline help disable
hookline list
hookline list --json
hookline explain "rm -rf /"
hookline check
hookline check .cursor/hooks.json --strict
hookline test
hookline doctor --prove
hookline log --failed
hookline listen --limit 1
hookline packs
hookline packs config-guard
hookline trust list
hookline team status
hookline team sync
hookline trigger beforeShellExecution --command 'hookline disable x'
hookline explain "hookline disable x"
hookline disable --help
hookline add shell-guard --dry-run
hookline panel
HOME=/tmp/x hookline list
node node_modules/hookline/bin/hookline.cjs list
pnpm exec hookline explain ls
grep -r hookline .
grep -rn "hookline disable" docs
rg 'hookline trust add' src
rg hookline add
ag hookline disable
echo "run hookline disable x yourself"
printf 'hookline remove\\n'
which hookline
command -v hookline
type hookline
readlink -f $(command -v hookline)
ls node_modules/.bin/hookline
cat node_modules/hookline/package.json
ls -la node_modules/@hookline
cat .cursor/hooks.json
less .cursor/hooks.json
head -5 .claude/settings.json
jq . .cursor/hooks.json
jq '.hooks | keys' .claude/settings.json > /tmp/keys.json
yq . .cursor/hooks.json
cp .cursor/hooks.json /tmp/backup
cp -r .cursor /tmp/backup
tar czf /tmp/cursor.tgz .cursor
zip -r /tmp/c.zip .cursor
gzip -k -c .cursor/hooks.json > /tmp/x.gz
diff .cursor/hooks.json /tmp/x
wc -l .cursor/hooks/*
ls -la .cursor .claude .hookline
stat .cursor/hooks.json
file .cursor/hooks/guard.sh
sha256sum .cursor/hooks.json
shellcheck .cursor/hooks/guard.sh
bash -n .cursor/hooks/guard.sh
sh .cursor/hooks/guard.sh < event.json
./.cursor/hooks/guard.sh
node .cursor/hooks/x.mjs
python3 .cursor/hooks/x.py
prettier --check .cursor/hooks.json
npx prettier --check .cursor/hooks.json
sed -n 1,5p .cursor/hooks.json
sed 's/a/b/' .cursor/hooks.json
awk '{print $1}' .cursor/hooks.json
find . -name hooks.json
find .cursor -type f
find . -name '*.pyc' -delete
find dist -name '*.map' -delete
find . -name .DS_Store -delete
find . -name '*.orig' -exec rm {} +
find . -name hooks.json -exec cat {} +
find . -empty -delete
fd -e pyc -x rm
fd -H .DS_Store -x rm
ls *.tmp | xargs rm
git ls-files | xargs wc -l
python3 -c "print(open('.cursor/hooks.json').read())"
python3 -m json.tool .cursor/hooks.json
node -p "JSON.parse(require('fs').readFileSync('.cursor/hooks.json'))"
test -f .cursor/hooks.json && echo yes
[ -d .cursor ]
mkdir -p .cursor/rules
mkdir -p .claude/commands
echo x > .cursor/rules/style.mdc
cp style.mdc .cursor/rules/
cp commands/x.md .claude/commands/
rm .cursor/rules/old.mdc
rm -rf .claude/commands
touch .claude/commands/x.md
chmod +x .cursor/hooks/guard.sh
ln -s ../AGENTS.md docs/AGENTS.md
ln -s AGENTS.md CLAUDE.md
rm -rf dist build coverage
rm -rf packages/*/dist
rm -rf node_modules/.cache
rm -rf node_modules/lodash
rm -rf sub/node_modules
rm -rf /tmp/scratch-x
rm -rf /tmp/x/node_modules
rm *.log
rm -rf src/*
mv src/a.ts src/b.ts
mv dist /tmp
rsync -a src/ /tmp/x/
rsync -an --delete empty/ .cursor/
gzip access.log
kill 1234
pkill vite
pkill -f "next dev"
killall Xcode
kill -l
ps aux | grep hookline
pgrep -fl hookline
export PATH=$HOME/bin:$PATH
PATH=/opt/x/bin:$PATH make
export NODE_ENV=test
HOOKLINE_CORPUS=/x npx vitest run
systemctl status nginx
curl http://127.0.0.1:3000/api
curl -X POST http://localhost:8080/x
cat ~/.config/hookline/hookline.json
ls ~/.local/state/hookline
rm -rf ~/.cache/pip
rm -rf ~/Downloads/x
docker compose up -d
make test
cargo build
go test ./...
code .cursor/hooks.json
gh pr create --title 'add hookline' --body 'hookline disable no longer works'
curl -fsSL https://hookline.example/docs
cd .cursor && ls
(cd .claude && cat settings.json)
vim src/a.ts
`
  .trim()
  .split('\n')

/** In a workspace whose hook files are committed and unchanged, and whose node_modules has no hookline. */
export const freeElsewhere: readonly string[] = `
git stash
git stash -u
git stash push -u -m wip
git stash -a
git clean -fd
git clean -fdx
git checkout .
git restore .
git reset --hard
git checkout -f main
rm -rf node_modules
rm -rf node_modules package-lock.json && npm install
npx rimraf node_modules
find . -name node_modules -type d -prune -exec rm -rf {} +
mv node_modules /tmp/nm
npm prune
npm prune --production
npm ci --omit=dev
NODE_ENV=production npm ci
pnpm install --prod
rm -rf .github
find . -name '*.log' -delete
rm -rf *.tmp
`
  .trim()
  .split('\n')
