import { renderToStaticMarkup } from 'react-dom/server'
import { DrawnFrame } from './frame.tsx'

// React adds preload links for images, which the document does not need.
const PRELOADS = /<link rel="preload"[^>]*>/g

/** Content of the root element in the application's document, for the build. */
export const drawnFrame = renderToStaticMarkup(<DrawnFrame />).replace(PRELOADS, '')
