// Takes out of the compiled stylesheet what no page of ours needs of daisyUI and every page pays for: selectors with :has(), which the
// browser looks up anew whenever anything changes; those for a part of the class attribute, such as [class~="not-prose"] *, for which every
// class that is set has it look up all that lies inside; and `.stack`, whose :nth-child() has it look up what comes behind. On a judge's
// page each cost a quarter of a tap. What only screens of the hall have goes into a file of its own, which their pages load behind the
// first. Run by `make css`.
import { readFileSync, writeFileSync } from "node:fs";
import { Features, transform } from "lightningcss";

const FILE = "static/css/site.css";
const WALL_FILE = "static/css/wall.css";
const OURS = ["screen-rows"]; // classes whose rules ask for it on purpose

const asks = (selector) => {
  const told = JSON.stringify(selector);
  if (/"type":"attribute",[^}]*"name":"class"/.test(told) || told.includes('"type":"class","name":"stack"')) return true;
  return told.includes('"kind":"has"') && !OURS.some((name) => told.includes(`"${name}"`));
};

// Of a list such as :is(a, b:has(c)) only the part that asks goes; a selector goes where a part of it asks and has no other.
const pruned = (selector) => {
  const parts = selector.map((part) => {
    if (!asks([part])) return part;
    const left = ["is", "where", "any"].includes(part.kind) ? part.selectors.map(pruned).filter(Boolean) : [];
    return left.length ? { ...part, selectors: left } : null;
  });
  return parts.includes(null) ? null : parts;
};

const Selector = (selector) => (asks(selector) ? pruned(selector) ?? [] : selector);

// The browsers and features that Tailwind compiles for.
const as = {
  targets: { safari: (16 << 16) | (4 << 8), ios_saf: (16 << 16) | (4 << 8), firefox: 128 << 16, chrome: 111 << 16 },
  include: Features.Nesting | Features.MediaQueries,
  exclude: Features.LogicalProperties | Features.DirSelector | Features.LightDark,
};

const isOfWall = (selector) => JSON.stringify(selector).match(/"type":"class","name":"(screen|ceremony|podium|has-one-first|road|bracket-wall)[-"]|"name":"data-(letters|scale|broken)"/);
const onlyWall = (rule) => (rule.value.selectors.every(isOfWall) ? undefined : []);
const exceptWall = (rule) => (rule.value.selectors.every(isOfWall) ? [] : undefined);
const none = () => [];

const lean = (Rule) => transform({ ...as, minify: true, filename: FILE, code: whole, visitor: { Rule, Selector } }).code;
const whole = readFileSync(FILE);
writeFileSync(WALL_FILE, lean({ style: onlyWall, "font-face": none, keyframes: none, property: none, page: none }));
writeFileSync(FILE, lean({ style: exceptWall }));
