import { readFileSync } from 'node:fs'

const source = readFileSync(new URL('../../packages/web/src/app/screens.ts', import.meta.url), 'utf8')

/** Addresses of the portal's pages that a menu must grant, as its list of screens names them, parameters as `$name`. */
export const grantedPages: readonly string[] = source
  .split('lazyScreen(')
  .slice(1)
  .flatMap((text) => {
    const path = /^\s*'([^']+)'/.exec(text)?.[1]
    return path === undefined || text.includes('grantedBy:') || path.startsWith('/user/') ? [] : [path]
  })
