import { type Plugin, runnerImport } from 'vite'
import { APPLICATION, type Bundle, partsOf, root, source, textOf } from './bundle.ts'
import { inlineScript, intoHead, intoRoot, linkedStyles, preloads, withoutStyles } from './document.ts'

const FRAME = 'frame.html'

/** Takes the styles of the drawn frame out of the build: they stand in its document. */
function takeFrameStyles(bundle: Bundle): string {
  const name = /href="\/([^"]+\.css)"/.exec(textOf(bundle, FRAME))?.[1] ?? ''
  const text = textOf(bundle, name)
  delete bundle[FRAME]
  delete bundle[name]
  return text.trim()
}

/**
 * The document of the application: paints the frame before any script or style sheet has come, and names all that it needs
 * at once, so that nothing is found out one after the other. The sheet stands behind the frame, which does not wait for it.
 */
function framed(bundle: Bundle, template: string, frame: string): string {
  const { scripts, styles } = partsOf(bundle, APPLICATION)
  const head = [
    `    ${inlineScript('frame.js', 'early.js')}\n`,
    preloads(template, scripts),
    `    <style>${takeFrameStyles(bundle)}</style>\n`,
  ]
  const html = intoHead(withoutStyles(template), head.join(''))
  return intoRoot(html, 'aria-busy="true"', frame, linkedStyles(styles))
}

/** The same for the few pages that who is not logged in sees without the frame. */
function plain(bundle: Bundle, template: string): string {
  const { scripts, styles } = partsOf(bundle, APPLICATION)
  return intoHead(withoutStyles(template), preloads(template, scripts) + linkedStyles(styles))
}

/** Makes the documents of the application, the frame drawn in the one for who is logged in. */
export const application: Plugin = {
  name: 'application',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const index = bundle['index.html']
      if (index?.type !== 'asset') throw new Error('the build has no index.html')
      const { module } = await runnerImport<{ drawnFrame: string }>(source('shell/drawn/render.tsx'), {
        configFile: false,
        root,
        logLevel: 'error',
      })
      const template = index.source.toString()
      this.emitFile({ type: 'asset', fileName: 'plain.html', source: plain(bundle, template) })
      index.source = framed(bundle, template, module.drawnFrame)
    },
  },
}
