/** Programs without a row that are known to start no command from their words. The names are those that Fig's MIT-licensed autocomplete set describes. */
const names = `
  act adr afplay aftman agrippa airflow aliases amplify ampx ansible-config ansible-doc ansible-galaxy
  ansible-lint ansible-playbook appwrite arduino-cli argo asar asciinema asr assimp atlas atuin authchanger
  autocannon autojump awsume babel barnard59 basenc bcd bit blitz bosh br broot browser-sync build-storybook bwdc
  bws cap capacitor cci cdk8s charm checkov chezmoi chsh cicada circleci cl cliff-jumper clilol clion cloudflared
  coda code-insiders codesign commercelayer copilot copyfile copypath cordova cosign cot create-completion-spec
  create-next-app create-nx-workspace create-react-app create-react-native-app create-redwood-app create-remix
  create-t3-app create-video create-vite create-web3-frontend croc csdx cw dapr dateseq datree dbt ddev ddosify
  defaultbrowser defaults degit deployctl deta ditto django-admin do-release-upgrade dog doggo dotenv-vault
  dotslash dprint drush dscacheutil dscl dtm dust eas eb eleventy elm-format elm-json elm-review elm enapter
  encore exercism expo-cli expo expressots fastlane fastly fdisk figterm firefox fisher flutter for forc forge fvm
  fzf-tmux ganache-cli ghq gibo git-cliff git-flow git-profile git-quick-stats github glow gltfjsx goctl goland
  googler goreleaser goto gource graphcdn grex gt gum hardhat hasura hb-service helmfile herd hexo homey hop httpy
  hyper ibus idea ignite-cli index ionic ipatool j jmeter jupyter k3d k9s kafkactl kamal kdoctor kind klist knex
  kool kubectx kubens laravel ldd leaf locust lp lpass lsblk luz lvim m mackup magento maigret mailsy mas mask
  mdls meroxa mgnl mikro-orm minectl mkfifo mkinitcpio mknod mob molecule mongocli mongoimport nativescript ncal
  ncu neofetch nest networkQuality networksetup newman nextflow ng nginx ngrok nhost ni northflank np nr nrm ns
  nuxi nylas oci oh-my-posh okta okteto ollama omz onboardbase opa osqueryi oxlint pac pageres palera1n paper
  pdfunite pg_dump phpstorm phpunit-watcher pijul pkg-config pkgutil planter plutil pm2 pmset pocketbase pod
  pre-commit premake preset prisma pro progressline projj pscale publish pycharm q qodana quasar quickmail r
  rancher react-native redwood remix remotion rich robot rojo rome rscript rubymine rugby rustrover rvm sake
  sanity sapphire scarb scc sequelize serve sfdx shadcn-ui shell-config shelve shortcuts sidekiq simctl sips
  snaplet softwareupdate space speedtest-cli speedtest splash spotify spring sqlfluff sqlmesh src sta starkli
  start-storybook steadybit stencil stepzen stow streamlit stripe suitecloud surreal svokit svtplay-dl sw_vers
  swagger-typescript-api swc symfony tailcall tailscale tailwindcss tangram taplo tb tccutil terragrunt tfenv
  tfsec tkn tmutil tmuxinator tns tokei trap trex trivy truffle trunk tsh tsuru tuist twiggy twilio typeorm typos
  typst ua ubuntu-advantage v vale valet vapor vela vimr vr vsce vtex vue w wasm-bindgen wasm-pack watchman watson
  wd webstorm who wifi-password wing wp wrk wscat xc xcode-select xcodeproj xcodes xcrun xdg-mime xed yalc yank
  ykman yomo youtube-dl z zapier zed zellij zig zipcloak zoxide
`
let known: ReadonlySet<string> | undefined

export function isNamedProgram(name: string): boolean {
  known ??= new Set(names.trim().split(/\s+/))
  return known.has(name)
}
