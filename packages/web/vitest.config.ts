import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { mapPlugin } from './build/map-plugin.ts'

export default defineConfig({
  plugins: [react(), mapPlugin],
  resolve: { conditions: ['@xinchu/source', 'module', 'browser', 'development|production'] },
  test: { include: ['test/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
})
