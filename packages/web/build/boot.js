// Runs before the first paint, so that the page never flashes in another look. The build inlines it in every document;
// the server allows inline scripts by their digest.
;(() => {
  const root = document.documentElement
  const cookie = (name) => {
    const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`))
    return found && decodeURIComponent(found.slice(name.length + 1))
  }
  const theme = cookie('theme')
  if (theme && /^#[0-9a-f]{6}$/i.test(theme)) root.style.setProperty('--theme', theme)
  root.dataset.size = cookie('size') || 'small'
  let look = null
  try {
    look = localStorage.getItem('look')
  } catch {
    // Storage may be forbidden. Falls back to the system's theme.
  }
  const isDark = look === 'dark' || (look !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.classList.toggle('dark', isDark)
})()
