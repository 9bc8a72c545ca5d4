import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const origin = process.env['API_ORIGIN'] ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react(), tailwindcss()],
  resolve: { conditions: ['@xinchu/source', 'module', 'browser', 'development|production'] },
  server: { proxy: { '/api': origin, '/auth': origin } },
  build: { target: 'es2022', sourcemap: false },
})
