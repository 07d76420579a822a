// Does our text lack a control that a peer shows? Only what is in the viewport counts: ours is a text of the viewport.
const ROLES = ['button', 'link', 'textbox', 'searchbox', 'spinbutton', 'checkbox', 'combobox', 'radio'];
const PEER_LINE = new RegExp(`^\\s*- '?(${ROLES.join('|')})\\b(?: "((?:[^"\\\\]|\\\\.)*)")?`);
const OUR_LINE = /^\s*@e\d+ (\S+)(?: "([^"]*)")?/;
/** Peers list in the order of the page: after so many in a row that are out of view, the rest is below the fold. */
const ENOUGH_OUT_OF_VIEW = 25;

function countKeys(pairs) {
  const counts = new Map();
  for (const { role, name } of pairs) {
    const key = JSON.stringify([role, name]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** Roles and names of the controls in a peer's text; names as JSON and as YAML write them. */
function controlsOfPeer(text) {
  return text.split('\n').flatMap((line) => {
    const found = PEER_LINE.exec(line);
    if (!found) return [];
    const quoted = /^\s*- '/.test(line) ? found[2]?.replace(/''/g, "'") : found[2];
    return [{ role: found[1], name: quoted === undefined ? '' : JSON.parse(`"${quoted}"`) }];
  });
}

/** How many elements of this role and name are in the viewport, counted by Playwright in every frame. */
async function countInView(page, role, name) {
  const { width, height } = page.viewportSize();
  const counts = await Promise.all(
    page.frames().map(async (frame) => {
      const owner = frame === page.mainFrame() ? undefined : await (await frame.frameElement()).boundingBox();
      const place = owner ?? { x: 0, y: 0, width, height };
      const wanted = name === '' ? { name: /^$/ } : { name, exact: true };
      const boxes = await frame.getByRole(role, wanted).evaluateAll((elements) =>
        elements.map((element) => {
          const { left, top, right, bottom } = element.getBoundingClientRect();
          return { left, top, right, bottom };
        }),
      );
      return boxes.filter(({ left, top, right, bottom }) => {
        const seenX =
          Math.min(place.x + Math.min(right, place.width), width) - Math.max(place.x + Math.max(left, 0), 0);
        const seenY =
          Math.min(place.y + Math.min(bottom, place.height), height) - Math.max(place.y + Math.max(top, 0), 0);
        return seenX >= 1 && seenY >= 1;
      }).length;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** What a peer's text carries of the viewport: how often each role and name. */
export async function controlsInView(page, peerText, known = new Map()) {
  const inView = new Map();
  let outOfView = 0;
  for (const [key, listed] of countKeys(controlsOfPeer(peerText))) {
    if (!known.has(key)) known.set(key, await countInView(page, ...JSON.parse(key)));
    outOfView = known.get(key) > 0 ? 0 : outOfView + 1;
    if (outOfView > ENOUGH_OUT_OF_VIEW) break;
    if (known.get(key) > 0) inView.set(key, Math.min(listed, known.get(key)));
  }
  return inView;
}

/** Those that our text lacks, in words. `inert` is how our text writes the words of a page. */
export function missingFrom(ourText, inView, inert) {
  const ours = countKeys(
    ourText.split('\n').flatMap((line) => {
      const found = OUR_LINE.exec(line);
      return found ? [{ role: found[1], name: found[2] ?? '' }] : [];
    }),
  );
  return [...inView].flatMap(([key, wanted]) => {
    const [role, name] = JSON.parse(key);
    const written = name === '' ? '' : inert(name).slice(1, -1);
    const lacking = wanted - (ours.get(JSON.stringify([role, written])) ?? 0);
    return lacking > 0 ? [`${role} ${JSON.stringify(name)}${lacking > 1 ? ` x${lacking}` : ''}`] : [];
  });
}
