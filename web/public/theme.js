// Before anything is drawn, so that a page in day does not flash dark. The same choice as in settings.svelte.ts.
(() => {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('asterism') ?? '{}');
  } catch {
    // nothing remembered
  }
  const day = kept.theme === 'day' || (kept.theme !== 'night' && matchMedia('(prefers-color-scheme: light)').matches);
  document.documentElement.dataset.theme = day ? 'day' : 'night';
})();
