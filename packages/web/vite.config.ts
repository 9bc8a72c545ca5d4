import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { application } from './build/application.ts'
import { compressed } from './build/compressed.ts'
import { mapPlugin } from './build/map-plugin.ts'
import { parts } from './build/parts.ts'
import { pdfPlugin } from './build/pdf-plugin.ts'
import { publicPages } from './build/public-pages.ts'

const origin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080'

const buildId = Date.now().toString(36)

/** Says which build is deployed, for pages that were opened before it was. */
const version: Plugin = {
  name: 'version',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify({ build: buildId }) })
  },
}

export default defineConfig({
  plugins: [react(), tailwindcss(), version, mapPlugin, pdfPlugin, publicPages, application, compressed],
  define: { __BUILD__: JSON.stringify(buildId) },
  resolve: {
    conditions: ['@xinchu/source', 'module', 'browser', 'development|production'],
    // The scroll lock of the dialogs; its style elements are against the portal's policy.
    alias: { 'react-style-singleton': fileURLToPath(new URL('src/lib/style-singleton.ts', import.meta.url)) },
  },
  // The server answers scripts of this folder with the policy that a worker needs.
  worker: { rolldownOptions: { output: { entryFileNames: 'assets/workers/[name]-[hash].js' } } },
  server: { proxy: { '/api': origin, '/auth': origin, '/docs': origin } },
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'public.html', 'frame.html'],
      output: { codeSplitting: { groups: parts } },
    },
  },
})
