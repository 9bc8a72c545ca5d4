import { createLazyRoute } from '@tanstack/react-router'
import { Layout } from './layout.tsx'

/** The frame as a part of the build of its own: who logs in does not wait for it. */
export const layoutRoute = createLazyRoute('/portal')({ component: Layout })
