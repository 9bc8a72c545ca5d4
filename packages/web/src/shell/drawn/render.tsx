import { renderToStaticMarkup } from 'react-dom/server'
import { DrawnFrame } from './frame.tsx'

// React names images to be fetched ahead; the document does so by showing them.
const PRELOADS = /<link rel="preload"[^>]*>/g

/** What stands in the root element of the application's document; the build reads it from here. */
export const drawnFrame = renderToStaticMarkup(<DrawnFrame />).replace(PRELOADS, '')
