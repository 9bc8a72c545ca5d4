import { type Plugin, runnerImport } from 'vite'
import { APPLICATION, type Bundle, partsOf, root, source, textOf } from './bundle.ts'
import {
  emptyData,
  inlineScript,
  intoHead,
  intoRoot,
  linkedStyles,
  preloads,
  withoutStyles,
} from './document.ts'
import { FIRST_CALLS } from './first-calls.ts'
import { screenFiles } from './screen-files.ts'

const FRAME = 'frame.html'

function statedScreens(bundle: Bundle): string {
  const { session, calls } = FIRST_CALLS
  return `const screens = ${JSON.stringify({ ...screenFiles(bundle), session, calls })}`
}

/** Removes the frame's styles from the build, because they are inlined in its document. */
function takeFrameStyles(bundle: Bundle): string {
  const name = /href="\/([^"]+\.css)"/.exec(textOf(bundle, FRAME))?.[1] ?? ''
  const text = textOf(bundle, name)
  delete bundle[FRAME]
  delete bundle[name]
  return text.trim()
}

/**
 * The application's document. Paints the frame before any script or style sheet loads, and names all files at once to
 * avoid request chains. The style sheet follows the frame and does not block it.
 */
function framed(bundle: Bundle, template: string, frame: string): string {
  const { scripts, styles } = partsOf(bundle, APPLICATION)
  const head = [
    `    ${emptyData('first')}\n`,
    `    ${inlineScript(['frame.js', 'early.js'], statedScreens(bundle))}\n`,
    preloads(template, scripts),
    `    <style>${takeFrameStyles(bundle)}</style>\n`,
  ]
  const html = intoHead(withoutStyles(template), head.join(''))
  return intoRoot(html, 'aria-busy="true"', frame, linkedStyles(styles))
}

/** The same without the frame, for pages open to visitors. */
function plain(bundle: Bundle, template: string): string {
  const { scripts, styles } = partsOf(bundle, APPLICATION)
  return intoHead(withoutStyles(template), preloads(template, scripts) + linkedStyles(styles))
}

/** A module of the application, run in the build. */
async function imported<Module>(path: string): Promise<Module> {
  const options = { configFile: false, root, logLevel: 'error' } as const
  return (await runnerImport<Module>(source(path), options)).module
}

/** Builds the application's documents, with the prerendered frame in the one for logged-in users. */
export const application: Plugin = {
  name: 'application',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') throw new Error('the build has no index.html')
      const [frame, landing] = await Promise.all([
        imported<{ drawnFrame: string }>('shell/drawn/render.tsx'),
        imported<{ TABLE: readonly (readonly unknown[])[] }>('app/landing.ts'),
      ])
      const first = JSON.stringify({ ...FIRST_CALLS, landings: landing.TABLE })
      this.emitFile({ type: 'asset', fileName: 'first-calls.json', source: first })
      const template = index.source.toString()
      this.emitFile({ type: 'asset', fileName: 'plain.html', source: plain(bundle, template) })
      index.source = framed(bundle, template, frame.drawnFrame)
    },
  },
}
