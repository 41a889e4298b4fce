import { defineConfig } from 'astro/config'
import { protocolFilesBesidePages } from './src/site/protocol-files/integration.ts'
import { sitemap } from './src/site/sitemap-integration.ts'

/** Every page of a protocol names these files, so their names are short. */
const shortNames = {
  entryFileNames: '_astro/[hash].js',
  chunkFileNames: '_astro/[hash].js',
  assetFileNames: '_astro/[hash][extname]',
}

/** One file for what nearly every page uses: the headers of a response weigh more than most of these modules. */
const helpers = {
  groups: [
    { name: 'dom', test: /islands\/dom\/(copy-text|element|part|save-file|show-problem)\.ts$/ },
  ],
}

export default defineConfig({
  output: 'static',
  trailingSlash: 'always',
  // Lossless: the default drops the space between two inline elements.
  compressHTML: true,
  // Several pages at once: while one is read or written, the next is made.
  build: { format: 'directory', inlineStylesheets: 'never', concurrency: 4 },
  // Highlighting writes style attributes, which the security policy forbids.
  markdown: { syntaxHighlight: false },
  integrations: [sitemap(), protocolFilesBesidePages()],
  devToolbar: { enabled: false },
  vite: {
    build: { assetsInlineLimit: 0, rollupOptions: { output: shortNames } },
    environments: {
      client: { build: { rollupOptions: { output: { ...shortNames, codeSplitting: helpers } } } },
    },
  },
})
