// Runs before the first paint, so that a chosen theme does not flash.
const chosen = localStorage.getItem('xinchu-docs-theme')
if (chosen === 'dark' || chosen === 'light') document.documentElement.dataset['theme'] = chosen
