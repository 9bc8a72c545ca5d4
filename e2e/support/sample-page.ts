import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

const web = fileURLToPath(new URL('../../packages/web/', import.meta.url))

interface Server {
  resolvedUrls: { local: string[] } | null
  close(): Promise<void>
}

interface Vite {
  build(config: object): Promise<unknown>
  preview(config: object): Promise<Server>
}

/** Vite as installed for the portal. */
async function loadVite(): Promise<Vite> {
  const path = createRequire(`${web}package.json`).resolve('vite')
  return (await import(pathToFileURL(path).href)) as Vite // the used part of its API
}

export interface SamplePage {
  url: string
  stop(): Promise<void>
}

/** Builds a page of packages/web/test/pages like the portal into this folder and serves it. */
export async function startSamplePage(name: string, outDir: string): Promise<SamplePage> {
  const vite = await loadVite()
  const shared = { root: web, logLevel: 'error', configFile: `${web}test/pages/vite.config.ts` }
  const build = { outDir, emptyOutDir: true, rolldownOptions: { input: `${web}test/pages/${name}.html` } }
  await vite.build({ ...shared, build })
  const server = await vite.preview({ ...shared, build, preview: { port: 0, host: '127.0.0.1' } })
  const [local] = server.resolvedUrls?.local ?? []
  if (!local) throw new Error('the page is not served')
  return { url: `${local}test/pages/${name}.html`, stop: () => server.close() }
}
