import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The server puts a fresh nonce in this word's place: styles that components make at run time are let in by it alone. */
export const nonceWord = '__HOOKLINE_NONCE__'

/** One build a page, named by the mode: the panel travels with the command, the dashboard with the team server. */
export default defineConfig(({ mode }) => ({
  plugins: [react()],
  html: { cspNonce: nonceWord },
  build: {
    outDir: `dist/${mode}`,
    emptyOutDir: true,
    // Nothing as data: addresses, which the page's policy does not let in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: { input: { [mode]: `${mode}.html` } },
  },
}))
