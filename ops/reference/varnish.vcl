# For Varnish 7 with the package varnish-modules, between the TLS proxy and the shop. See docs/operators.md, "CDN".
# ${…} is filled in by ops/drills; put your own values there.
vcl 4.1;

import xkey;

backend shop {
    .host = "127.0.0.1";
    .port = "${SHOP_PORT}";
    .connect_timeout = 1s;
    .first_byte_timeout = 60s;
}

# The nodes of the shop, which may send purges. A proxy on one of these machines has the same address: hence the token.
acl nodes {
    "127.0.0.1";
}

sub vcl_recv {
    if (req.method == "PURGE") {
        if (client.ip !~ nodes || req.http.authorization != "Bearer ${CDN_TOKEN}") {
            return (synth(403));
        }
        if (req.http.xkey-soft-purge) {
            # While a new response is fetched, the old one is served for as long as stale-while-revalidate allows.
            set req.http.purged = xkey.softpurge(req.http.xkey-soft-purge);
        } else {
            set req.http.purged = xkey.purge(req.http.xkey-hard-purge);
        }
        return (synth(200, "Purged " + req.http.purged));
    }
    if ((req.method != "GET" && req.method != "HEAD") || req.http.authorization) {
        return (pass);
    }
    # The shop uses no cookies; cookies of other software must not prevent caching.
    unset req.http.cookie;
    return (hash);
}

sub vcl_backend_response {
    # Cache only responses with s-maxage; pass everything else through.
    if (beresp.http.cache-control !~ "s-maxage" || beresp.http.set-cookie || beresp.status != 200) {
        set beresp.uncacheable = true;
        # Hit-for-miss for 2 s, so that concurrent requests for it do not wait for each other.
        set beresp.ttl = 2s;
        return (deliver);
    }
    set beresp.http.xkey = beresp.http.surrogate-key;
    # Keep expired objects for conditional requests: the shop answers 304 if the page is unchanged.
    set beresp.keep = 10m;
    return (deliver);
}

sub vcl_deliver {
    unset resp.http.xkey;
    unset resp.http.surrogate-key;
    unset resp.http.cache-tag;
    # Browsers must revalidate each time: the shop cannot purge them.
    if (resp.http.cache-control ~ "max-age=0, s-maxage") {
        set resp.http.cache-control = "public, max-age=0, must-revalidate";
        unset resp.http.age;
    }
    if (obj.hits > 0) {
        set resp.http.x-cache = "hit";
    } else {
        set resp.http.x-cache = "miss";
    }
}
