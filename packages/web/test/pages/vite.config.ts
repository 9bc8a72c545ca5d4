import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// A part of the portal by itself: its scripts and styles, without its documents and its server.
export default defineConfig({
  plugins: [react(), tailwindcss()],
  define: { __BUILD__: JSON.stringify('sample') },
  resolve: { conditions: ['@xinchu/source', 'module', 'browser', 'development|production'] },
  build: { target: 'es2022' },
})
