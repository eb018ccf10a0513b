/**
 * Delays a document's scripts until the browser has painted it, because pages are complete without them, and on a slow
 * connection they would compete with the resources that the first paint needs. In a background tab, which isn't
 * painted, they load at once; otherwise after two seconds at the latest. Takes the output of React Router's `Scripts`:
 * links that preload modules, and one module that imports the page's modules. Measured on phones by
 * `npm run lighthouse`.
 */
export function paintedFirst(html: string): string {
  const ahead: string[] = []
  const withoutLinks = html.replace(/<link rel="modulepreload" href="([^"]+)"[^>]*>/g, (_, href: string) => {
    ahead.push(href)
    return ''
  })
  return withoutLinks.replace(
    /(<script[^>]*type="module"[^>]*>)([^]*?)<\/script>/,
    (_, tag: string, imports: string) => `${tag}${afterPaint(ahead)}${imported(imports)}</script>`,
  )
}

const untilPainted =
  'await new Promise((painted)=>{if(document.hidden)painted();setTimeout(painted,2000);' +
  'new PerformanceObserver(painted).observe({type:"paint",buffered:true})});'

function afterPaint(ahead: string[]): string {
  const load = 'Object.assign(document.head.appendChild(document.createElement("link")),{href,rel:"modulepreload"})'
  return `${untilPainted}for(const href of ${JSON.stringify(ahead)})${load};`
}

/** Returns the script with dynamic instead of static imports, which are requested only when the script runs. */
function imported(script: string): string {
  const names: string[] = []
  const calls: string[] = []
  const rest = script.replace(
    /import (?:\* as (\w+) from )?("[^"]+");?/g,
    (_, name: string | undefined, file: string) => {
      names.push(name ?? '')
      calls.push(`import(${file})`)
      return ''
    },
  )
  return `const [${names.join(',')}]=await Promise.all([${calls.join(',')}]);${rest}`
}
