import { createHash } from 'node:crypto';
import { cleanText } from '../page/cleanText.js';

/** Text of strangers as text, whatever is in it: nothing of it can become markup or hide itself. */
export function escaped(text: string): string {
  return cleanText(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

const STYLE = `
body { font: 15px/1.5 system-ui, sans-serif; color: #1d2129; background: #f4f5f7; margin: 0; }
main { max-width: 1000px; margin: 0 auto; padding: 24px 20px 60px; }
h1 { font-size: 24px; margin: 0 0 4px; } h2 { font-size: 17px; margin: 0; }
.lead { color: #555d6b; margin: 0 0 18px; overflow-wrap: anywhere; }
.card { background: #fff; border: 1px solid #dfe2e8; border-radius: 8px; padding: 16px 18px; margin: 0 0 16px; }
.card header { display: flex; gap: 12px; align-items: baseline; flex-wrap: wrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 10px 0 0; }
dt { color: #6b7380; } dd { margin: 0; overflow-wrap: anywhere; }
.mark { font-size: 12px; font-weight: 600; border-radius: 10px; padding: 1px 9px; background: #e4e7ec; }
.ok { background: #d6f0dc; color: #14602c; } .bad { background: #fbdcdc; color: #8d1515; } .ask { background: #fdedc8; color: #7a4c00; }
.time { color: #6b7380; margin-left: auto; font-variant-numeric: tabular-nums; }
ul { margin: 8px 0 0; padding-left: 20px; } li { overflow-wrap: anywhere; }
svg { display: block; width: 100%; height: auto; border: 1px solid #dfe2e8; border-radius: 4px; margin: 12px 0 0; background: #fff; }
code { font: 13px ui-monospace, monospace; }
.question { border-left: 4px solid #e0a100; padding: 4px 12px; margin: 12px 0 0; }
`;

/**
 * One file, for whoever reads it later: no script, nothing from elsewhere, no address to click. Only this one style may
 * be used, so that nothing that came from a page could bring its own.
 */
export function page(title: string, body: string): string {
  const hash = createHash('sha256').update(STYLE).digest('base64');
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body><main>
${body}
</main></body>
</html>
`;
}
