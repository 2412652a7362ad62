#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the pages of tracedump in a real browser: headings sort, names are found, methods open, colors follow the
light or dark style, printed pages have no buttons, and names in a trace are not executed.

Usage: check-browser.py TRACEDUMP MAKE_TRACE SAMPLES_DIR      TAP on standard output

Without Chromium, the checks are skipped; TV_BROWSER names another browser that supports Chromium's options.
"""

import html
import json
import os
import re
import shutil
import subprocess
import sys

from dmtracedump_checks import make_runs, write_trace
from tracedump_checks import Skip, expect, expect_equal, main, make_trace, run

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
DARK = "--blink-settings=preferredColorScheme=0"
LONGEST_S = 60


def browse(folder, *arguments):
    """Returns the output of the browser, which has a separate profile and opens no connections."""
    program = os.environ.get("TV_BROWSER") or next(filter(None, map(shutil.which, PROGRAMS)), None)
    if not program:
        raise Skip("Chromium is not installed")
    command = [program, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
               "--disable-background-networking", "--disable-component-update", "--window-size=1000,800",
               "--virtual-time-budget=2000", f"--user-data-dir={folder / 'browser'}", *arguments]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=LONGEST_S, check=False,
                              env=os.environ | {"HOME": str(folder)})
    except subprocess.TimeoutExpired as error:
        raise Skip(f"the browser did not answer within {LONGEST_S} s") from error
    if done.returncode != 0:
        raise Skip(f"the browser does not run here: {done.stderr.decode('utf-8', 'replace')[-200:]}")
    return done.stdout.decode("utf-8")


def ask(folder, page, script, *options):
    """Returns the result of a script that runs after the scripts of a page."""
    path = folder / "asked.html"
    probe = ("<script>addEventListener('load',()=>{const told=document.createElement('pre');told.id='told';"
             "try{told.textContent=JSON.stringify((()=>{" + script + "})())}"
             "catch(error){told.textContent=JSON.stringify('failed: '+error)}"
             "document.body.append(told)})</script>")
    expect_equal(page.count("</body>"), 1)
    path.write_text(page.replace("</body>", probe + "</body>"), encoding="utf-8")
    dom = browse(folder, *options, "--dump-dom", path.as_uri())
    found = re.search(r'<pre id="told">(.*?)</pre>', dom, re.S)
    expect(found, "the page's scripts stopped:", dom[-300:])
    return json.loads(html.unescape(found[1]))


def write_page(*arguments):
    answer = run(*arguments)
    expect_equal(answer.code, 0, answer.err)
    return answer.out


CELLS = """const table=document.querySelector('table.sortable'),headers=[...table.tHead.rows[0].cells];
const column=i=>[...table.tBodies[0].rows].map(row=>row.cells[i].textContent);
const numbers=i=>column(i).map(text=>parseFloat(text.replace(/[^\\d.-]/g,'')));
const click=i=>headers[i].querySelector('button').click();"""


def check_headings_sort(folder):
    page = write_page("dmtracedump", "-h", make_trace(folder, "a.trace", "--methods", "60"))
    told = ask(folder, page, CELLS + """const last=headers.length-1,told={first:numbers(0)};
    click(0);told.down=numbers(0);told.sorted=headers[0].getAttribute('aria-sort');
    click(0);told.up=numbers(0);click(last);told.names=column(last).map(text=>text.replace(/^\\[\\d+\\] /,''));
    told.wanted=[...told.names].sort((a,b)=>a.localeCompare(b));
    told.only=headers.filter(header=>header.hasAttribute('aria-sort')).length;return told""")
    expect(len(told["first"]) > 20, told)
    expect_equal(told["down"], sorted(told["first"], reverse=True))
    expect_equal(told["up"], sorted(told["first"]))
    expect_equal((told["sorted"], told["only"]), ("descending", 1))
    expect_equal(told["names"], told["wanted"])


def check_names_are_found(folder):
    before, after = make_runs(folder)
    page = write_page("diff", before, after, "-f", "html")
    told = ask(folder, page, """const find=document.getElementById('find');
    const seen=()=>[...document.querySelectorAll('tbody tr')].filter(row=>row.getBoundingClientRect().height>0)
      .map(row=>row.lastElementChild.textContent);
    const all=seen();find.value='B.F';find.oninput();const left=seen();find.value='';find.oninput();
    return {all,left,again:seen()}""")
    expect(len(told["all"]) > len(told["left"]) > 0, told)
    expect_equal(told["left"], [name for name in told["all"] if "b.f" in name.lower()])
    expect_equal(told["again"], told["all"])


def check_methods_open(folder):
    page = write_page("dmtracedump", "-h", make_trace(folder, "a.trace", "--methods", "20"))
    told = ask(folder, page, """const all=[...document.querySelectorAll('details')],opened=()=>all.filter(d=>d.open).length;
    const link=document.querySelector('table.sortable a[href^="#m"]'),told={n:all.length,first:opened()};
    const button=document.querySelector('#tools button');
    button.click();told.some=opened();if(told.some){button.click();told.some=opened()}
    link.click();dispatchEvent(new HashChangeEvent('hashchange'));
    told.target=document.getElementById(link.hash.slice(1)).open;return told""")
    expect(told["n"] > 10 and told["some"] in (0, told["n"]), told)
    expect_equal(told["target"], True)


def check_light_and_dark(folder):
    page = write_page("dmtracedump", "-h", make_trace(folder, "a.trace", "--records", "200"))
    script = """const light=text=>{const [r,g,b]=text.match(/[\\d.]+/g).map(Number);return 0.3*r+0.6*g+0.1*b};
    const style=getComputedStyle(document.body),back=getComputedStyle(document.documentElement).backgroundColor;
    const shown=[style.backgroundColor,back].find(color=>!/, 0\\)$|transparent/.test(color))||'rgb(255, 255, 255)';
    return {paper:light(shown),ink:light(style.color),wide:document.documentElement.scrollWidth<=innerWidth}"""
    light, dark = (ask(folder, page, script, *options) for options in ((), (DARK,)))
    expect(light["paper"] > 230 and light["ink"] < 80, light)
    expect(dark["paper"] < 60 and dark["ink"] > 180, dark)
    expect(light["wide"], "the page is wider than the window")


def check_paper(folder):
    path = folder / "a.html"
    path.write_text(write_page("dmtracedump", "-h", make_trace(folder, "a.trace", "--methods", "200")), encoding="utf-8")
    paper = folder / "a.pdf"
    browse(folder, "--no-pdf-header-footer", f"--print-to-pdf={paper}", path.as_uri())
    data = paper.read_bytes()
    expect(data.startswith(b"%PDF-") and len(re.findall(rb"/Type ?/Page\b", data)) > 1, data[:20])


def check_names_do_nothing(folder):
    weapons = ["<img src=x onerror=document.title='hit'>", "</script><script>document.title='hit'</script>",
               "<svg/onload=document.title='hit'>", "\"'><b onmouseover=document.title='hit'>"]
    records = [(1, 0, 0, 0), *((1, 4 * (number + 1), action, 2 * number + action + 1)
                               for number in range(len(weapons)) for action in (0, 1)), (1, 0, 1, 100)]

    def count(name, names):
        methods = [(4 * number, f"a.{called}", called, f"({called})V") for number, called in enumerate(["run", *names])]
        page = write_page("dmtracedump", "-h", write_trace(folder / f"{name}.trace", records, methods))
        return ask(folder, page, """const n={};for(const at of document.querySelectorAll('*'))
        n[at.tagName]=(n[at.tagName]||0)+1;return {n,title:document.title}""")

    armed, harmless = count("armed", weapons), count("harmless", ["f", "g", "h", "i"])
    expect(armed["title"].endswith("armed.trace"), armed)
    expect_equal(armed["n"], harmless["n"])


if __name__ == "__main__":
    sys.exit(main(globals()))
