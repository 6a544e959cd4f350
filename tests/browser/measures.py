"""Measured in the page itself, scripts for `evaluate`: small targets, targets that overlap, text too near to its ground."""

# Main targets are keys of 56 px, all others 44; what is hidden, or a label's own input, is no target of its own: the label is.
SMALL = """() => [...document.querySelectorAll("main :is(button, a[href], select, summary, input:not([type=hidden]), .j-face, .j-check)")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("svg, .skip-link"))
    .filter((one) => one.matches(".j-face, .j-check") || (one.tabIndex >= 0 && !one.closest("label")))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([one, box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
    .map(([one, box]) => `${one.tagName} ${one.className} «${one.textContent.trim().slice(0, 24)}» ${box.width}x${box.height}`)"""

OVERLAPPING = """() => {
    // What of it shows: a list that scrolls cuts it.
    const inSight = (one) => {
        let { left, top, right, bottom } = one.getBoundingClientRect();
        for (let box = one.parentElement; box && box !== document.body; box = box.parentElement) {
            if (getComputedStyle(box).overflowY === "visible") continue;
            const edge = box.getBoundingClientRect();
            [top, bottom] = [Math.max(top, edge.top), Math.min(bottom, edge.bottom)];
        }
        return { left, top, right, bottom, width: right - left, height: Math.max(0, bottom - top) };
    };
    const seen = [...document.querySelectorAll("main button, main a[href], main select, main summary")]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .filter((one) => !one.closest("svg, .j-bar, .j-strip, .j-stick, .j-foot, .j-acts, .j-alarm"))
        .map((one) => [one, inSight(one)]).filter(([one, box]) => box.width && box.height);
    const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
    const name = (one) => one.textContent.trim().slice(0, 24);
    return seen.flatMap(([one, a], i) => seen.slice(i + 1)
        .filter(([other, b]) => !one.contains(other) && !other.contains(one) && meet(a, b))
        .map(([other]) => `«${name(one)}» and «${name(other)}»`));
}"""

# The ratio of WCAG 2 between each text and the grounds under it, painted one over the other by the browser itself.
FAINT = """() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const painted = (colours) => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = "white";
        canvas.fillRect(0, 0, 1, 1);
        for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = (rgb) => rgb.map((one) => one / 255).map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
        .reduce((sum, one, place) => sum + one * [0.2126, 0.7152, 0.0722][place], 0);
    const grounds = (one) => {
        const found = [];
        for (let at = one; at; at = at.parentElement) found.unshift(getComputedStyle(at).backgroundColor);
        return found;
    };
    const ratio = (one) => {
        const under = grounds(one);
        const [a, b] = [light(painted(under)), light(painted([...under, getComputedStyle(one).color]))];
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const large = (style) => parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.66 && Number(style.fontWeight) >= 700);
    const isText = (one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    return [...document.querySelectorAll("main *")]
        .filter((one) => isText(one) && one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter((one) => !one.closest("svg, [disabled], .j-busy, .is-out, .army, .j-stick, .j-foot"))
        .map((one) => [one, ratio(one), large(getComputedStyle(one)) ? 3 : 4.5])
        .filter(([one, found, needed]) => found < needed)
        .map(([one, found]) => `«${one.textContent.trim().slice(0, 30)}» ${found.toFixed(2)} ${one.className}`);
}"""

# Main targets that are lower than 56 px; those of a long list have 44, so that it is in sight.
# Of the pad of dice they are as low for one die as for three.
LOW_KEYS = """() => [...document.querySelectorAll(".j-question .j-key, .j-question .j-face, .j-undo, .j-key-act")]
    .filter((one) => !one.closest(".is-compact, .are-many"))
    .map((one) => [one.getBoundingClientRect(), one.closest(".j-pairs") ? 43.5 : 55.5])
    .filter(([box, least]) => box.width && box.height < least).length"""

# Targets beside the question that are nearer than 8 px to each other.
CROWDED = """() => {
    const boxes = [...document.querySelectorAll(".j-ask button, .j-ask a.btn, .j-ask .j-face")]
        .filter((one) => one.checkVisibility() && !one.closest(".j-stick, .j-foot, .j-acts")).map((one) => one.getBoundingClientRect());
    const near = (a, b) => a.left < b.right + 7.5 && b.left < a.right + 7.5 && a.top < b.bottom + 5.5 && b.top < a.bottom + 5.5;
    return boxes.filter((a, i) => boxes.some((b, j) => j > i && near(a, b))).length;
}"""

# As FAINT, of every key while its act is sent: pressed or beside it, armed or not, with what a page that is busy takes from its colours.
FAINT_WHILE_SENT = """() => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
    const painted = (colours) => {
        canvas.clearRect(0, 0, 1, 1);
        for (const colour of ["white", ...colours]) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
        return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
    };
    const light = (rgb) => rgb.map((one) => one / 255).map((one) => one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
        .reduce((sum, one, place) => sum + one * [0.2126, 0.7152, 0.0722][place], 0);
    const mixed = (one, other, share) => one.map((value, i) => share * value + (1 - share) * other[i]);
    const chain = (one) => { const found = []; for (let at = one; at; at = at.parentElement) found.unshift(at); return found; };
    const ratio = (one) => {
        const above = chain(one);
        const ground = (until) => painted(above.slice(0, until).map((at) => getComputedStyle(at).backgroundColor));
        const letters = painted([...above.map((at) => getComputedStyle(at).backgroundColor), getComputedStyle(one).color]);
        const colours = above.reduceRight(([a, b], at, i) => {
            const share = Number(getComputedStyle(at).opacity);
            return share < 1 ? [mixed(a, ground(i), share), mixed(b, ground(i), share)] : [a, b];
        }, [letters, ground(above.length)]);
        const [a, b] = colours.map(light);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    };
    const judge = document.querySelector("[data-judge]");
    const keys = [...judge.querySelectorAll(".j-ask .btn, .j-ask .j-key, .j-bar .btn")]
        .filter((one) => one.checkVisibility() && !one.disabled);
    judge.classList.add("j-busy");
    const found = keys.flatMap((key) => {
        key.classList.add("is-pressed");
        key.dataset.armed = "";
        document.getAnimations().forEach((one) => one.finish());
        const faint = keys.filter((one) => one === key || one.nextElementSibling === key)
            .map((one) => [one, ratio(one.querySelector(".j-label") ?? one)]).filter(([, measured]) => measured < 4.5)
            .map(([one, measured]) => `«${one.textContent.trim().slice(0, 24)}» ${measured.toFixed(2)}`);
        key.classList.remove("is-pressed");
        delete key.dataset.armed;
        return faint;
    });
    judge.classList.remove("j-busy");
    return found;
}"""
