import { defineConfig } from 'astro/config'

export default defineConfig({
  output: 'static',
  trailingSlash: 'always',
  // Lossless: the default drops the space between two inline elements.
  compressHTML: true,
  build: { format: 'directory', inlineStylesheets: 'never' },
  devToolbar: { enabled: false },
  vite: { build: { assetsInlineLimit: 0 } },
})
