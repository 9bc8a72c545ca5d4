import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: ['@xinchu/source', 'module', 'browser', 'development|production'] },
  test: { include: ['test/**/*.test.{ts,tsx}'], environment: 'happy-dom' },
})
