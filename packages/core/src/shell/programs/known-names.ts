/** Programs without a row that do not start a command from their words. Most names come from Fig's MIT-licensed autocomplete set. */
const names = `
  shutdown reboot poweroff halt mkfs wipefs blkdiscard sfdisk swapoff
  gsutil gcsfuse s3cmd s5cmd mc azcopy bq
  act adr afplay aftman age agrippa airflow aliases amplify ampx ansible-config ansible-doc ansible-galaxy
  ansible-lint ansible-playbook ant apk appwrite apropos apt apt-get aptitude arduino-cli argo asar asciinema asr
  assimp astro atlas attrib atuin authchanger autocannon autojump ava awsume babel bandit barnard59 basenc bazel
  bcd bcdedit bg bind biome bit bitsadmin black blitz borg bosh boundary br brew broot browser-sync buck
  build-storybook bw bwdc bws bzr c++ cabal-install cal caller cap capacitor cargo cc cci cdk cdk8s certutil charm
  cheat checkov chezmoi choco chpasswd chsh cicada cipher circleci cl clang clang++ clang-format clang-tidy claude
  clear cliff-jumper clilol clion clippy cloudflared coda code code-insiders codesign codex commercelayer compgen
  complete composer conan consul convert copilot copyfile copypath cordova cosign cot cpan cpanm cppcheck
  create-completion-spec create-next-app create-nx-workspace create-react-app create-react-native-app
  create-redwood-app create-remix create-t3-app create-video create-vite create-web3-frontend croc cscript csdx
  csvcut csvgrep csvjson csvsql cucumber cursor cw cypress dapr darcs dasel dateseq datree dbt ddev ddosify
  defaultbrowser defaults degit deployctl deta dirs diskpart dism disown ditto django-admin dmesg dnf
  do-release-upgrade dog doggo dot dotenv-vault dotnet dotslash dpkg dprint drush dscacheutil dscl dtm duplicity
  dust eas easy_install eb eleventy elm elm-format elm-json elm-review emerge enable enapter encore esbuild eslint
  etcdctl exercism expo expo-cli expressots fab fastlane fastly fc fdisk ffmpeg ffprobe fg figterm firebase
  firefox fisher flake8 flatpak flutter for forc forge format fossil free fsutil fvm fx fzf-tmux g++ ganache-cli
  gatsby gcc gedit gem gemini getopts gh ghq gibo git-cliff git-flow git-profile git-quick-stats github gitk glab
  glow gltfjsx goctl goland golangci-lint googler goreleaser goto gource gpgconf gradle gradlew graphcdn grex gron
  groupadd grunt gt guix gulp gum hadolint hardhat hasura hb-service helm helmfile help herd hexo hg history homey
  hookline hop htmlq httpy hugo hyper ibus icacls idea ifconfig ignite-cli index info invoke ionic iostat ip
  ipatool iptables isort j java javac jekyll jest jj jmeter jobs journalctl jupyter just k3d k9s kafka-topics
  kafkactl kamal karma kate kdoctor keytool killall kind klist knex kool kopia kubectx kubens laravel latex
  launchctl lazygit ld ldd leaf locust lp lpass lsblk lsof luarocks luz lvim m mackup mage magento magick maigret
  mailsy mas mask mdls meroxa meson mgnl micro mikro-orm minectl mkdocs mkfifo mkinitcpio mknod mlr mob mocha
  molecule mongocli mongoimport mshta msiexec mvn mvnw mypy nano nativescript ncal ncu neofetch nest net netlify
  netsh netstat networkQuality networksetup newman next nextflow nft ng nginx ngrok nhost ni ninja nix-channel
  nomad northflank nox np nr nrm ns nuget nuxi nuxt nylas oci oh-my-posh okta okteto ollama omz onboardbase opa
  opam open openssl osqueryi oxlint p4 pac packer pacman pageres palera1n pandoc pants paper parcel paru pass
  passwd pdflatex pdfunite pg_dump pgrep phpstan phpstorm phpunit phpunit-watcher pijul pip pkg pkg-config pkg_add
  pkgutil pkill planter plantuml playwright plutil pm2 pmset pocketbase pod popd port pre-commit premake preset
  prettier prisma pro progressline projj ps pscale publish pulumi pup pwd pycharm pylint pytest q qodana quasar
  quickmail r rake rancher react-native redwood reg regsvr32 remix remotion reset restic rich robot rojo rollup
  rome rpm rscript rspec rubocop rubymine ruff rugby rundll32 rustc rustrover rustup rvm sake sam sanity sapphire
  sbt sc scarb scc scoop sequelize serve serverless service sfc sfdx shadcn-ui shell-config shellcheck shelve
  shfmt shortcuts sidekiq simctl sips sl sls snap snaplet softwareupdate space speedtest speedtest-cli
  sphinx-build splash spotify spring sqlfluff sqlmesh src ss ssh-keyscan sta starkli start-stop-daemon
  start-storybook steadybit stencil stepzen stow streamlit stripe stty subl suitecloud supabase surreal svn svokit
  svtplay-dl sw_vers swagger-typescript-api swc swiftc symfony sysctl systemctl tailcall tailscale tailwindcss
  takeown tangram tap taplo task taskkill tasklist tb tccutil terraform terragrunt tfenv tfsec tig times tkn tldr
  tmutil tmuxinator tns tofu tokei tomlq tox tput trap trex trivy truffle trunk tsc tsh tsuru tuist twiggy twilio
  typeorm typos typst ua ubuntu-advantage ufw uptime useradd userdel usermod v vale valet vapor vault vcpkg vela
  vercel vimr visudo vite vitest vmstat vr vsce vssadmin vtex vue w wasm-bindgen wasm-pack watchman watson wd
  webpack webstorm wevtutil who wifi-password wing winget wp wrangler wrk wscat wscript xattr xbps-install xc
  xcode-select xcodebuild xcodeproj xcodes xcrun xdg-mime xdg-open xed xmllint xmlstarlet xq yalc yank yay ykman
  yomo youtube-dl yum z zapier zed zellij zig zipcloak zoxide zypper
`
let known: ReadonlySet<string> | undefined

export function isNamedProgram(name: string): boolean {
  known ??= new Set(names.trim().split(/\s+/))
  return known.has(name)
}
