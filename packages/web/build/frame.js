// Applies the saved frame state, which `shell/settings.ts` and `shell/drawn/remember.ts` store.
;(() => {
  const { dataset } = document.documentElement
  if (/(?:^|; )sidebarStatus=0/.test(document.cookie)) dataset.side = 'closed'
  const stored = (name) => {
    try {
      return JSON.parse(localStorage.getItem(name)) ?? {}
    } catch {
      // Storage may be forbidden. Falls back to the default frame.
      return {}
    }
  }
  const { tagsView, sidebarLogo } = stored('layout')
  if (tagsView === false) dataset.tags = 'off'
  if (sidebarLogo === false) dataset.logo = 'off'
  if (stored('frame').demo) dataset.demo = 'on'
})()
