import tokens from '../tokens.json'

if (!('color' in tokens)) {
  console.log('no colours in tokens.json')
  process.exit(1)
}
