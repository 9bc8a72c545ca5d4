import { version } from '../gen/version.ts'

/**
 * The User-Agent of this package and its runtime, after the name and version of your program if given:
 * `erp/2.1 xinchu-sdk/0.1.0 node/20.20.2`. `nodeTransport` sends it; for fetch give it by `headers`.
 */
export function userAgent(product = ''): string {
  const { bun, deno, node } = process.versions
  const runtime = bun ? `bun/${bun}` : deno ? `deno/${deno}` : `node/${node}`
  return `${product} xinchu-sdk/${version} ${runtime}`.trim()
}
