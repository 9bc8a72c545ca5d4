import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const login = (set) => `import { connect${set} } from '../../dist/index.js'`
/** Minimal use of each: a client with a base URL and one call that answers JSON. */
const uses = {
  'openapi-fetch': `import create from 'openapi-fetch'
    console.log(await create({ baseUrl: '/' }).GET('/api/x'))`,
  ky: `import ky from 'ky'
    console.log(await ky.create({ prefixUrl: '/' }).get('api/x').json())`,
  axios: `import axios from 'axios'
    console.log(await axios.create({ baseURL: '/' }).get('/api/x'))`,
  got: `import got from 'got'
    console.log(await got.extend({ prefixUrl: '/' }).get('api/x').json())`,
  ofetch: `import { ofetch } from 'ofetch'
    console.log(await ofetch.create({ baseURL: '/' })('/api/x'))`,
  'xinchu: log-in and projects': `${login(', projects')}
    const xinchu = connect({ baseUrl: '' }, { projects })
    await xinchu.login({ username: 'a', password: 'b' })
    console.log(await xinchu.projects.list())`,
  'xinchu: everything': `import { createClient } from '../../dist/index.js'
    await createClient({ baseUrl: '' }).login({ username: 'a', password: 'b' })`,
}

async function sizeOf(text, platform) {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform,
    write: false,
    logLevel: 'silent',
  })
  const [{ contents }] = outputFiles
  return { bytes: contents.byteLength, gzipBytes: gzipSync(contents, { level: 9 }).byteLength }
}

/** Bytes of minimal use, minified, and compressed by gzip. got is for Node alone. */
export async function measureSize() {
  const sizes = []
  for (const [client, text] of Object.entries(uses)) {
    sizes.push({ client, ...(await sizeOf(text, client === 'got' ? 'node' : 'browser')) })
  }
  return sizes
}
