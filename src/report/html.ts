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
:root { color-scheme: light; --ink: #1b2130; --soft: #687085; --line: #e3e6ee; --good: #157347; --bad: #b42318; --wait: #8a5a00; --mark: #d6177f; }
* { box-sizing: border-box; }
body { font: 15px/1.55 system-ui, -apple-system, "Segoe UI", sans-serif; color: var(--ink); background: #f5f6fa; margin: 0; }
main { max-width: 980px; margin: 0 auto; padding: 36px 20px 72px; }
h1 { font-size: 28px; line-height: 1.25; letter-spacing: -.01em; margin: 10px 0 6px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 0; overflow-wrap: anywhere; }
.lead { color: var(--soft); margin: 0 0 20px; overflow-wrap: anywhere; }
.card { background: #fff; border: 1px solid var(--line); border-radius: 12px; padding: 18px 20px; margin: 0 0 16px; box-shadow: 0 1px 2px rgba(20, 28, 50, .04); }
.card.trouble { border-color: #f3b4ae; background: #fff3f1; color: var(--bad); padding: 10px 16px; overflow-wrap: anywhere; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(130px, 1fr)); gap: 12px; margin: 0 0 16px; }
.tile { background: #fff; border: 1px solid var(--line); border-radius: 12px; padding: 12px 16px; }
.tile b { display: block; font-size: 20px; font-weight: 650; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; }
.tile span { color: var(--soft); font-size: 13px; }
.card header { display: flex; gap: 10px; align-items: center; flex-wrap: wrap; }
.number { flex: none; min-width: 28px; height: 28px; border-radius: 14px; padding: 0 8px; background: #eef0f6; color: var(--soft); font-size: 13px; font-weight: 650; line-height: 28px; text-align: center; }
.verb { color: var(--soft); font-weight: 500; }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: 3px 18px; margin: 12px 0 0; font-size: 14px; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.mark { flex: none; font-size: 12px; font-weight: 650; border-radius: 999px; padding: 2px 10px; background: #eceef4; color: var(--soft); }
.ok { background: #dcf3e4; color: var(--good); } .bad { background: #fde3e0; color: var(--bad); } .ask { background: #fdf0cf; color: var(--wait); }
.time { color: var(--soft); font-size: 13px; margin-left: auto; font-variant-numeric: tabular-nums; }
ul { margin: 12px 0 0; padding: 10px 14px 10px 30px; background: #f8f9fc; border-radius: 8px; font-size: 14px; } li { overflow-wrap: anywhere; }
svg.shot { display: block; width: 100%; height: auto; border: 1px solid var(--line); border-radius: 8px; margin: 14px 0 0; background: #fff; }
svg.line { display: block; width: 100%; height: auto; margin: 10px 0 0; }
svg text { font: 12px system-ui, sans-serif; fill: var(--soft); }
.legend { color: var(--soft); font-size: 13px; margin: 8px 0 0; }
.legend i { display: inline-block; width: 10px; height: 10px; border-radius: 3px; margin: 0 5px 0 12px; background: #c9cfde; }
.legend i:first-child { margin-left: 0; }
.legend i.acts { background: #4a67d6; } .legend i.waits { background: #f0b429; }
.question { border-left: 4px solid #f0b429; background: #fffaf0; border-radius: 0 8px 8px 0; padding: 10px 14px; margin: 12px 0 0; font-size: 14px; overflow-wrap: anywhere; }
.question code { display: block; margin: 4px 0; }
code { font: 13px ui-monospace, "SF Mono", Menlo, monospace; overflow-wrap: anywhere; }
@media print { body { background: #fff; } .card, .tile { break-inside: avoid; box-shadow: none; } }
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
